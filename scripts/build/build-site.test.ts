import { expect, test } from 'vitest'
import { requireWritable } from './build-site.ts'

test('a folder that the build cannot write is told before it begins', async () => {
  await expect(requireWritable('/etc/passwd')).rejects.toThrow(
    /^The site cannot be built into \/etc\/passwd \(EEXIST\): /,
  )
})
