import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { z } from 'zod'

/** A text of ours that people may read, and where it stands. */
export interface OwnText {
  file: string
  text: string
}

/**
 * Where our own words are: the storefront, what it shares, the demo's articles and pages, mails, generated articles. The
 * demo's vocabulary is not among them: those are merchants' words, in the spelling of merchants. Errors of imports and the
 * names of columns are the operator's, in the words of networks ("programme").
 */
const SOURCES = [
  'site/**/*.{ts,tsx}',
  'domain/*.ts',
  'demo/content/**/*.{ts,html}',
  'supabase/functions/*/index.ts',
  'supabase/functions/_shared/*.ts',
  'supabase/functions/_shared/{alerts,content,mail,newsletter}/**/*.{ts,html}',
]

/** Every text of ours: strings, templates and JSX, without comments and the names of modules. */
export function ownTexts(): OwnText[] {
  return globSync(SOURCES)
    .filter((file) => !/\.test\.tsx?$|_shared\/errors\.ts$|database\.types|column-words\.ts$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const content = readFileSync(file, 'utf8')
      const texts = file.endsWith('.html')
        ? [content.replaceAll(/<\/?(p|h\d|li|ul|ol|td|th|blockquote)[^>]*>/g, '. ').replaceAll(/<[^>]*>/g, '')]
        : textsOf(file, content)
      return texts.filter(isProse).map((text) => ({ file, text }))
    })
}

const quasi = z.object({ value: z.object({ cooked: z.string() }) })

function textsOf(file: string, content: string): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value, quasis }: { type?: unknown; value?: unknown; quasis?: unknown } = node
    if (type === 'ImportDeclaration') return
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push(value)
    if (type === 'TemplateLiteral')
      texts.push(
        z
          .array(quasi)
          .parse(quasis)
          .map((part) => part.value.cooked)
          .join('…'),
      )
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(file, content).program)
  return texts
}

/** Sentences and labels, in which words stand apart; not names of columns, classes and addresses, nor statements of SQL. */
const isProse = (text: string): boolean =>
  /[A-Za-z]{2}\s+[A-Za-z]|^\s*[A-Z][a-z]+\.?\s*$/.test(text) &&
  !/^[a-z_\s,*()!:.\d-]+$/.test(text) &&
  !/\b(select|insert into|update|delete from) /.test(text)
