import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { silentLog } from '../log.ts'
import { checkSupported } from './unsupported.ts'

function warningsFor(external: Record<string, object>): unknown[] {
  const { auth } = configSchema.parse({ auth: { external } })
  const sections: unknown[] = []
  const warn = (fields: object) => void sections.push('section' in fields ? fields.section : fields)
  checkSupported(auth, { ...silentLog, warn })
  return sections
}

const provider = { enabled: true, client_id: 'id', secret: 'secret' }

test('names the providers that are switched on and cannot be served', () => {
  expect(
    warningsFor({ github: provider, google: provider, zoom: provider, notion: { ...provider, enabled: false } }),
  ).toEqual(['auth.external.zoom (give its OpenID Connect issuer as url)'])
  expect(warningsFor({ keycloak: { ...provider, url: 'https://id.example/realms/acme' } })).toEqual([])
})
