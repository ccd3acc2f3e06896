import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { Statement } from '../sql/parameters.ts'
import { ResultReader } from './batch-messages.ts'
import { type JsonColumn, JsonRows, readColumns } from './json-rows.ts'
import { MessageWriter } from './messages.ts'
import { readRow } from './read-row.ts'

export type Row = (string | null)[]

/** What one statement answered: its rows as text, or as JSON where the statement asks for that. */
export interface Result {
  rows: Row[]
  json: JsonRows | null
}

/** Statements that one session may keep prepared before it is thrown away: a bound on the server's memory. */
const MAX_PREPARED_PER_SESSION = 500
/** A text is prepared when it comes a second time; strangers' one-off queries leave nothing behind. */
const MAX_SEEN_TEXTS = 5000
/** Longer ones come from a long list of columns or filters, and hardly twice. */
const MAX_PREPARED_LENGTH = 20_000

interface Session {
  prepared: Map<string, Prepared>
  made: number
  /** Set by the first batch. */
  reader: ResultReader | null
}

/** A statement that Postgres keeps under a name, or has just been sent without one. */
interface Prepared {
  name: string
  columns: JsonColumn[] | null
}

const sessions = new WeakMap<pg.ClientBase, Session>()
const seenTexts = new LRUCache<string, true>({ max: MAX_SEEN_TEXTS })

/**
 * Sends several statements and one Sync in a single round trip, and answers with each one's rows.
 * Without an explicit BEGIN among them Postgres makes them one transaction, which ends at the Sync: settings that
 * one statement makes locally hold for the next, and an error undoes all.
 */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Result[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch({ session: sessionOf(client), statements, resolve, reject }))
  })
}

/** True when the session has prepared so much that a fresh one is cheaper. */
export function isWornOut(client: pg.ClientBase): boolean {
  return sessionOf(client).made >= MAX_PREPARED_PER_SESSION
}

function sessionOf(client: pg.ClientBase): Session {
  let session = sessions.get(client)
  if (!session) {
    session = { prepared: new Map(), made: 0, reader: null }
    sessions.set(client, session)
  }
  return session
}

interface BatchOptions {
  session: Session
  statements: readonly Statement[]
  resolve: (results: Result[]) => void
  reject: (error: Error) => void
}

/** pg's extension point for own protocol exchanges (as pg-cursor and pg-copy-streams use it). */
class Batch {
  private readonly options: BatchOptions
  private readonly results: Result[] = []
  private readonly sent: Prepared[] = []
  private readonly firstSent: string[] = []
  private current: Result = { rows: [], json: null }
  private error: Error | null = null

  constructor(options: BatchOptions) {
    this.options = options
  }

  submit(connection: pg.Connection): void {
    const { session, statements } = this.options
    const writer = new MessageWriter()
    for (const statement of statements) this.write(writer, statement)
    writer.sync()
    session.reader ??= new ResultReader(connection.stream)
    session.reader.sendTo(this)
    connection.stream.write(writer.finish())
  }

  private write(writer: MessageWriter, { text, values, asJson }: Statement): void {
    const { session } = this.options
    let prepared = session.prepared.get(text)
    if (prepared === undefined) {
      prepared = { name: isWorthPreparing(text) ? `rest_${session.made}` : '', columns: null }
      if (prepared.name !== '') {
        session.made += 1
        session.prepared.set(text, prepared)
        this.firstSent.push(text)
      }
      writer.parse(prepared.name, text)
      if (asJson) writer.describe(prepared.name)
    }
    this.sent.push(prepared)
    writer.bind(prepared.name, values)
    writer.execute()
  }

  description(bytes: Buffer, start: number): void {
    const prepared = this.sent[this.results.length]
    if (prepared) prepared.columns = readColumns(bytes, start)
  }

  row(bytes: Buffer, start: number): void {
    const at = this.results.length
    if (this.options.statements[at]?.asJson) this.json(at).add(bytes, start)
    else this.current.rows.push(readRow(bytes, start))
  }

  complete(): void {
    const at = this.results.length
    if (this.options.statements[at]?.asJson) this.json(at).finish()
    this.results.push(this.current)
    this.current = { rows: [], json: null }
  }

  private json(at: number): JsonRows {
    this.current.json ??= new JsonRows(this.sent[at]?.columns ?? null)
    return this.current.json
  }

  handleError(error: Error): void {
    if (this.error) return
    this.error = error
    const { session, reject } = this.options
    // Which of the new names the server kept is unknown, so none is used again.
    for (const text of this.firstSent) session.prepared.delete(text)
    if (isOutdatedPlan(error)) session.prepared.clear()
    reject(error)
  }

  handleReadyForQuery(): void {
    if (!this.error) this.options.resolve(this.results)
  }
}

/** The columns of a prepared statement have changed: its text has to be prepared anew. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
}

function isWorthPreparing(text: string): boolean {
  if (text.length > MAX_PREPARED_LENGTH) return false
  if (seenTexts.has(text)) return true
  seenTexts.set(text, true)
  return false
}
