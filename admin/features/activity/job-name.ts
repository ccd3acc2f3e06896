const NAMES: Readonly<Record<string, string>> = {
  'all-feeds': 'All feeds',
  'bulk-change': 'Bulk change',
  'feed-run': 'Import of a feed',
  'import-csv': 'CSV import',
  'rename-merchant': 'Renaming of a merchant',
  'undo-change-set': 'Undoing of a change',
}

/** A kind of job in words; one that this office does not know yet is told by its own name. */
export const jobName = (kind: string): string => NAMES[kind] ?? kind

export const NO_SUCH_JOB = 'There is no such job, or none that you may see.'
