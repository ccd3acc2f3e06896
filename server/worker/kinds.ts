import type { JobKind } from './job.ts'
import { bulkChange } from './kinds/bulk-change.ts'
import { importCsv } from './kinds/import-csv.ts'
import { renameMerchant } from './kinds/rename-merchant.ts'
import { undoChanges } from './kinds/undo-changes.ts'

/** Every kind of long work there is. A new one also needs its row in private.job_kinds. */
export const KINDS: readonly JobKind[] = [bulkChange, importCsv, renameMerchant, undoChanges]
