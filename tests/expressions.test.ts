import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'vite'
import { describe, expect, test } from 'vitest'

const FOLDERS = ['platform', 'server', 'supabase', 'site', 'admin', 'domain', 'design', 'demo', 'scripts']
/** Of one expression; the slowest takes 10 s alone. Less, and a verdict would depend on how busy the machine is. */
const TIMEOUT_MS = 300_000
/** Of all of them, on a machine that has others to look after. */
const ALL_MS = 900_000

/**
 * Expressions that take more than linear time, and why nobody waits for them: their texts are short before they are
 * read, or nobody but the operator writes them. Whatever a stranger sends needs an expression that is safe instead.
 */
const ACCEPTED: Record<string, string> = {
  'platform/auth/testing/auth-under-test.ts': 'mails of the tests’ own making',
  'platform/config/values.ts': 'the operator’s own settings, read once at the start',
  'platform/functions/deno/import-map.ts': 'the operator’s own file, read once at the start',
  'platform/postgres/embedded/postmaster.ts': 'a line of ps or of the kernel',
  'platform/postgres/extensions.ts': 'the operator’s own migrations',
  'server/boot/config.ts': 'a setting of the operator’s',
  'site/ssr/library-parts/unused-react-parts.ts': 'the text of React DOM, at build time',
  'site/ssr/document/class-name.ts': 'our own style sheets, at build time',
  'site/features/journal/article-data.ts': 'sanitised text of editors, 10,000 characters at most',
  'site/features/journal/article/article-parts.ts': 'sanitised text of editors, 10,000 characters at most',
  'domain/content-html.ts': 'cut at 10,000 characters before it is read',
  'supabase/functions/_shared/catalogue/category.ts': 'cut at 300 characters before it is read',
  'demo/wire/damage.ts': 'feeds of the tests’ own making',
}

interface Expression {
  file: string
  source: string
  flags: string
}

/** What stands between two slashes; expressions that are put together at run time are made of such parts. */
function expressionsIn(file: string): Expression[] {
  const found: Expression[] = []
  const tree: unknown = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const waiting: unknown[] = [tree]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    if ('regex' in node && typeof node.regex === 'object' && node.regex !== null) {
      const { pattern, flags } = { pattern: '', flags: '', ...node.regex }
      found.push({ file, source: pattern, flags })
    }
    waiting.push(...Object.values(node))
  }
  return found
}

/**
 * Beside much else on the machine a judge that tries out texts runs out of time, or calls a fast expression slow. It is
 * asked again from another beginning: a slow expression is slow again, and counts as safe only where the judge says so.
 */
async function judged(source: string, flags: string): Promise<string> {
  const first = await check(source, flags, { timeout: TIMEOUT_MS })
  // Read as an automaton: a proof, for which no time is taken.
  if (first.status === 'safe' || first.checker === 'automaton') return first.status
  const second = await check(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 })
  const reasons = [first, second].map((verdict) => (verdict.status === 'unknown' ? verdict.error.kind : verdict.status))
  return second.status === 'unknown' ? `unknown (${reasons.join(', ')})` : second.status
}

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) => {
    const names = (() => {
      try {
        return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      } catch {
        return []
      }
    })()
    return names
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name))
      .map((name) => join(folder, name))
  })
}

describe('regular expressions', () => {
  test('the judge knows a slow one from a fast one', async () => {
    expect((await check('^(a+)+$', '')).status).toBe('vulnerable')
    expect((await check('^[a-z]{1,20}$', '')).status).toBe('safe')
    expect(await judged('(?<!b)(a|a)+$', '')).toBe('vulnerable')
  })

  test(
    'whatever text they see, none takes more than time linear to its length, but for those whose text is short',
    async () => {
      const all = sourceFiles().flatMap(expressionsIn)
      expect(all.length).toBeGreaterThan(200)
      const verdicts = new Map<string, Promise<string>>()
      const judge = ({ source, flags }: Expression) => {
        const key = `/${source}/${flags}`
        const verdict = verdicts.get(key) ?? judged(source, flags)
        verdicts.set(key, verdict)
        return verdict
      }
      const slow: string[] = []
      for (const expression of all) {
        if (expression.file in ACCEPTED) continue
        const verdict = await judge(expression)
        if (verdict !== 'safe') slow.push(`${expression.file}: /${expression.source}/ is ${verdict}`)
      }
      expect(slow).toEqual([])
    },
    ALL_MS,
  )
})
