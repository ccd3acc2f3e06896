/** A failure that the operator can do something about: the message says what. */
export class FeedError extends Error {
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FeedError'
    this.code = code
  }
}

/** Every expected failure of an import. The shop is as it was after each of them. */
export const feedErrors = {
  endlessLine: (line: number) =>
    new FeedError(
      'endless_line',
      `Line ${line} does not end within 2 MB. This is not a product feed; look at the file.`,
    ),
  tooManyColumns: (limit: number) =>
    new FeedError(
      'too_many_columns',
      `The header has more than ${limit} columns. This is not a product feed; look at the file.`,
    ),
  columnsMissing: (names: string[]) =>
    new FeedError(
      'columns_missing',
      `The header lacks ${names.join(', ')}. Add them to the feed's columns, then import again.`,
    ),
  emptyFile: () => new FeedError('empty_file', 'The feed is empty. Download it again.'),
  damagedArchive: (reason: string) =>
    new FeedError('damaged_archive', `The compressed file is damaged or cut off (${reason}). Download it again.`),
  bomb: (limit: string) =>
    new FeedError('too_large', `The feed unpacks to more than ${limit}. Nothing was imported; look at the file.`),
  notText: () =>
    new FeedError('not_text', 'The feed is binary data, not text. Look at the file; only gzip and zip are unpacked.'),
  archiveEntries: (count: number) =>
    new FeedError(
      'archive_entries',
      `The zip file holds ${count} files; a feed is one. Unpack it and import its feed.`,
    ),
  tooManyFeeds: (limit: number) =>
    new FeedError('too_many_feeds', `The file names more than ${limit} merchants' feeds. Download fewer in one file.`),
  programmeMissing: () =>
    new FeedError('programme_missing', 'The feed does not name its merchant. Give the programme with --programme ID.'),
  alreadyRunning: () =>
    new FeedError(
      'already_running',
      'Another import is running on this database. Wait for it or stop it, then import again.',
    ),
  cancelled: () => new FeedError('cancelled', 'Cancelled. The shop is as it was.'),
  nothingAccepted: (read: number) =>
    new FeedError(
      'nothing_accepted',
      `None of the ${read} rows could be used, so nothing was published. See the reasons above.`,
    ),
  addressRefused: () =>
    new FeedError('address_refused', 'The address cannot be fetched. Use a public http(s) address on its usual port.'),
  download: (reason: string) => new FeedError('download_failed', `The feed could not be downloaded: ${reason}.`),
  fileMissing: (path: string) => new FeedError('file_missing', `There is no readable file ${path}.`),
} as const
