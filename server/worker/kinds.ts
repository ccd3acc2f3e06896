import type { JobKind } from './job.ts'
import { allFeeds } from './kinds/all-feeds.ts'
import { bulkChange } from './kinds/bulk-change.ts'
import { importCsv } from './kinds/import-csv.ts'
import { renameMerchant } from './kinds/rename-merchant.ts'
import { undoChanges } from './kinds/undo-changes.ts'

/** Kinds of long work that need nothing but the database. A new one also needs its row in private.job_kinds. */
export const KINDS: readonly JobKind[] = [allFeeds, bulkChange, importCsv, renameMerchant, undoChanges]
