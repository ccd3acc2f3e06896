import { readFile } from 'node:fs/promises'
import { plainText } from '../../supabase/functions/_shared/catalogue/text.ts'
import { openFeedFile } from '../../supabase/functions/_shared/feed-file/open.ts'
import { isRecord } from '../../supabase/functions/_shared/json-value.ts'
import { type FileInspection, inspectFile } from '../../supabase/functions/_shared/networks/file/inspect.ts'
import { checkFileMapping } from '../../supabase/functions/_shared/networks/file/mapping.ts'
import { merchantSlug } from '../../supabase/functions/_shared/networks/file/merchant-slug.ts'
import { ownFileSource } from '../../supabase/functions/_shared/networks/file/source.ts'
import { fetchFile } from './fetch-file.ts'

export interface OwnFileArguments {
  feed: string | null
  merchant: string | null
  programmeId: string | null
  mapping: string | null
  signal: AbortSignal
}

/** A merchant's own file by the mapping that is given or, where its columns are plain enough, guessed. */
export async function openOwnFile({ feed, merchant, programmeId, mapping, signal }: OwnFileArguments) {
  const name = plainText(merchant ?? '', 120)
  if (feed === null) throw new Error('Name the file or its address: --address URL.')
  if (name === '') throw new Error('Say whose file it is, in letters: --merchant NAME.')
  const given = mapping === null ? null : checkFileMapping(await readMapping(mapping))
  const fetched = await fetchFile(feed, signal)
  try {
    const { path, discard } = fetched
    const found = await inspectFile(async () => (await openFeedFile({ path, signal })).bytes, given)
    for (const line of inspectionLines(found)) console.log(line)
    const opened = await openFeedFile({ path, signal })
    const source = ownFileSource({
      feed: opened,
      mapping: checkFileMapping(found.mapping),
      merchant: { name, programmeId: programmeId ?? merchantSlug(name), feedId: '' },
    })
    return { ...{ name: fetched.name, size: opened.size, discard }, open: async () => source }
  } catch (error) {
    await fetched.discard()
    throw error
  }
}

async function readMapping(text: string): Promise<Record<string, unknown>> {
  const json = text.trimStart().startsWith('{') ? text : await readFile(text, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    value = null
  }
  if (!isRecord(value))
    throw new Error('--mapping takes an object in JSON, such as {"external_id": "SKU", "price": "Price"}.')
  return value
}

function inspectionLines({ format, columns, mapping, tried }: FileInspection): string[] {
  return [
    `${format}: ${columns.length} columns (${columns.slice(0, 12).join(', ')}${columns.length > 12 ? ', …' : ''})`,
    ...Object.entries(mapping).map(([field, column]) => `  ${field.padStart(16)}  ${column}`),
    `Of the first ${tried.rows} rows ${tried.prices} have a price and ${tried.links} a link that can be read.`,
  ]
}
