import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { transformSync } from 'rolldown/utils'
import type { JsxOptions } from './import-map.ts'
import { RUNTIME_NAMES } from './runtime.ts'

/** The module that `module-hooks.ts` makes of a function's runtime. */
export const GLOBALS_MODULE = 'supabase-function:globals'

const inject = Object.fromEntries(RUNTIME_NAMES.map((name) => [name, [GLOBALS_MODULE, name] as [string, string]]))

/**
 * The JavaScript of a function's module. Unlike Node's own stripping it drops imports that are only types and knows
 * enums, parameter properties and JSX, as Deno does; free names such as `Deno` become imports of the function's runtime.
 */
export function transformModule(url: URL, jsx: JsxOptions | null): string {
  const path = fileURLToPath(url)
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
    sourceType: 'module',
    target: 'esnext',
    inject,
    jsx:
      jsx?.runtime === 'classic'
        ? { runtime: 'classic' }
        : { runtime: 'automatic', importSource: jsx?.importSource ?? 'react' },
  })
  if (errors.length > 0) {
    throw new SyntaxError(`${path}: ${errors.map((error) => stripVTControlCharacters(error.message)).join('\n')}`)
  }
  return code
}
