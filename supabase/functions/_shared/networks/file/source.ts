import { feedErrors } from '../../errors.ts'
import type { OpenedFeed } from '../../feed-file/open.ts'
import type { FeedBatch, Source } from '../network.ts'
import { type FileField, type FileMapping, type FileMerchant, mapFileRow, REQUIRED_FIELDS } from './mapping.ts'
import { readRecords } from './read-records.ts'

export interface OwnFileOptions {
  feed: OpenedFeed
  mapping: FileMapping
  merchant: FileMerchant
}

/** A merchant's own file: delimited text, JSON or XML. Its links lead where the merchant says. */
export function ownFileSource({ feed, mapping, merchant }: OwnFileOptions): Source {
  const columns = Object.values(mapping)
  const required = REQUIRED_FIELDS.flatMap((field) => mapping[field] ?? [])
  return {
    ...{ id: 'file', linkHosts: null, position: feed.position },
    async *read() {
      let found = 0
      let damage: string | null = null
      for await (const batch of readRecords(feed.bytes, columns, required)) {
        found += batch.records.length + batch.rejected.length
        damage = batch.damage ?? null
        const rows = batch.records.map((record) => {
          const field = (name: FileField) => {
            const column = mapping[name]
            return column === undefined ? '' : record.field(column)
          }
          return mapFileRow(record, field, merchant)
        })
        yield { rows, rejected: batch.rejected, repaired: batch.repaired }
      }
      if (damage !== null) yield { ...NO_ROWS, failed: [{ name: merchant.name, reason: damage }] }
      else if (found === 0) throw feedErrors.noRecords()
      else yield { ...NO_ROWS, completed: 'all' }
    },
  }
}

const NO_ROWS: FeedBatch = { rows: [], rejected: [], repaired: {} }
