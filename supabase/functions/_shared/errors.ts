/** A failure that the operator can do something about: the message says what. */
export class FeedError extends Error {
  readonly code: string
  /** Whether the same may work later without anybody doing anything. */
  readonly canPass: boolean
  /** When the other side said to come back; null where it did not. */
  readonly retryAfterMs: number | null

  constructor(
    code: string,
    message: string,
    options: ErrorOptions & { canPass?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message, options)
    this.name = 'FeedError'
    this.code = code
    this.canPass = options.canPass ?? false
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Most rows first, such as "no merchant (4), no price (1)". */
const inWords = (reasons: Readonly<Record<string, number>>): string =>
  Object.entries(reasons)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([reason, rows]) => `${reason} (${rows})`)
    .join(', ')

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
  notJsonLines: () =>
    new FeedError('not_json_lines', 'The feed is not JSON Lines: its first line is no JSON object. Look at the file.'),
  tooDeep: (levels: number) =>
    new FeedError(
      'too_deep',
      `The file is nested deeper than ${levels} levels. This is not a product feed; look at the file.`,
    ),
  tooLong: (what: string) =>
    new FeedError('too_long', `${what} in the file is longer than 2 MB. This is not a product feed; look at the file.`),
  noRecords: () =>
    new FeedError(
      'no_records',
      'The file holds no list of products. Look at the file; a list of objects or elements is read.',
    ),
  mappingIncomplete: (fields: readonly string[]) =>
    new FeedError(
      'mapping_incomplete',
      `The mapping does not say which column is ${fields.join(', ')}. Name the columns, then import again.`,
    ),
  mappingUnknown: (fields: readonly string[]) =>
    new FeedError('mapping_unknown', `The mapping names ${fields.join(', ')}, which no product has.`),
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
  nothingRead: (reasons: string) => new FeedError('nothing_read', `No list could be read. ${reasons}`),
  nothingAccepted: (read: number, reasons: Readonly<Record<string, number>>) =>
    new FeedError(
      'nothing_accepted',
      `None of the ${read} rows could be used, so nothing was published: ${inWords(reasons)}.`,
    ),
  addressRefused: () =>
    new FeedError('address_refused', 'The address cannot be fetched. Use a public http(s) address on its usual port.'),
  download: (reason: string) => new FeedError('download_failed', `The feed could not be downloaded: ${reason}.`),
  fileMissing: (path: string) => new FeedError('file_missing', `There is no readable file ${path}.`),
} as const

/** Failures of a network that is asked over its own interface. */
export const networkErrors = {
  credentialsMissing: (network: string, missing: readonly { name: string; from: string }[]) =>
    new FeedError(
      'credentials_missing',
      `${network} needs ${missing.map(({ name, from }) => `${name} (${from})`).join(', ')}. Set it, then try again.`,
    ),
  credentialBroken: (network: string, name: string) =>
    new FeedError(
      'credential_broken',
      `${name} of ${network} holds a blank, a line break or a letter that no key has. Copy it again.`,
    ),
  credentialSealed: (name: string) =>
    new FeedError(
      'credential_sealed',
      `${name} was stored under another secret key of the shop and cannot be opened. Store it again.`,
    ),
  refused: (network: string, status: number, advice: string) =>
    new FeedError('credentials_refused', `${network} refuses the credentials (${status}). ${advice}.`),
  tokenMissing: (list: string) =>
    new FeedError('token_missing', `${list} is in Google’s format, which needs AWIN_API_TOKEN.`),
  nothingJoined: (network: string) =>
    new FeedError('nothing_joined', `${network} lists no joined programme. Join one there, then import again.`),
  noLinks: () =>
    new FeedError(
      'no_links',
      'CJ gives no affiliate links for this website. Check CJ_WEBSITE_ID: it is the PID of a website of this account, approved by the programme.',
    ),
  otherHost: (network: string) =>
    new FeedError('other_host', `${network} named an address that is not one of its own. It was not fetched.`),
  unreachable: (network: string, cause: unknown) =>
    new FeedError('unreachable', `${network} cannot be reached, or fell silent.`, { canPass: true, cause }),
  throttled: (network: string, retryAfterMs: number | null) =>
    new FeedError('throttled', `${network} wants to be asked less often. The next try comes later.`, {
      canPass: true,
      retryAfterMs,
    }),
  callsUsedUp: (network: string) =>
    new FeedError(
      'calls_used_up',
      `The day’s calls to ${network} are used up. What is left is asked for after midnight UTC.`,
    ),
  resting: (network: string, until: Date, retryAfterMs: number) =>
    new FeedError(
      'resting',
      `${network} failed again and again and is left alone until ${until.toISOString().slice(11, 16)} UTC.`,
      { canPass: true, retryAfterMs },
    ),
  serverFailed: (network: string, status: number) =>
    new FeedError('server_failed', `${network} failed (${status}).`, { canPass: true }),
  unexpectedStatus: (network: string, status: number) =>
    new FeedError(
      'unexpected_status',
      `${network} answered ${status}, which it does not for a feed. Look at its status page.`,
    ),
  webPage: (network: string) =>
    new FeedError(
      'web_page',
      `${network} answered with a web page in the place of data. Check the credentials and its status page.`,
    ),
  notUnderstood: (network: string, what: string) =>
    new FeedError('not_understood', `${network} answered what cannot be understood: ${what}.`),
  tokenExpired: (network: string) => new FeedError('token_expired', `${network} no longer takes our token.`),
  amazonVersion: (version: string, known: readonly string[]) =>
    new FeedError(
      'credential_version',
      `AMAZON_CREDENTIAL_VERSION is ${version.slice(0, 20)}; the versions are ${known.join(', ')}. It stands beside the credential’s id.`,
    ),
  amazonClient: (version: string) =>
    new FeedError(
      'credentials_refused',
      `Amazon does not know this credential. Check its id and secret, and that version ${version} is its own: new ones take up to two days to work.`,
    ),
  amazonNotEligible: () =>
    new FeedError(
      'not_eligible',
      'Amazon gives data only to associates with ten qualified sales within 30 days. Everything else works without; try again two days after the sales shipped.',
    ),
  amazonTag: () =>
    new FeedError('partner_tag', 'Amazon does not know the partner tag in this marketplace. Check AMAZON_PARTNER_TAG.'),
  nothingFound: (network: string) => new FeedError('nothing_found', `${network} knows nothing of it.`),
  notKept: () =>
    new FeedError('not_kept', 'It was not among what this import had fetched. Start the import again to read it.'),
  spoolsFull: (maxBytes: number) =>
    new FeedError(
      'spools_full',
      `What imports have fetched fills the ${maxBytes / 1e9} GB that it may take (IMPORT_FILES_GB). Publish or discard held imports, or set it higher; then start this one again.`,
    ),
  diskFull: (leastFreeBytes: number) =>
    new FeedError(
      'disk_full',
      `The disk has less than ${leastFreeBytes / 1e6} MB free, which the shop needs. Make room on it; then start the import again.`,
    ),
  tooLarge: (network: string) => new FeedError('too_large', `${network} answered more than any feed holds.`),
} as const
