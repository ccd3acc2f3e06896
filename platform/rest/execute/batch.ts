import type pg from 'pg'
import type { Statement } from '../sql/parameters.ts'
import { MessageWriter } from './messages.ts'

export type Row = (string | null)[]

/** Statements that one session may keep prepared before it is thrown away: a bound on the server's memory. */
const MAX_PREPARED_PER_SESSION = 500
/** A text is prepared when it comes a second time; strangers' one-off queries leave nothing behind. */
const MAX_REMEMBERED_TEXTS = 5000
/** Longer ones come from a long list of columns or filters, and hardly twice. */
const MAX_PREPARED_LENGTH = 20_000

interface Session {
  names: Map<string, string>
  made: number
}

const sessions = new WeakMap<pg.ClientBase, Session>()
const seenTexts = new Set<string>()

/**
 * Sends several statements and one Sync in a single round trip, and answers with each one's rows as text.
 * Without an explicit BEGIN among them Postgres makes them one transaction, which ends at the Sync: settings that
 * one statement makes locally hold for the next, and an error undoes all.
 */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<Row[][]> {
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
    session = { names: new Map(), made: 0 }
    sessions.set(client, session)
  }
  return session
}

interface BatchOptions {
  session: Session
  statements: readonly Statement[]
  resolve: (rows: Row[][]) => void
  reject: (error: Error) => void
}

/** pg's extension point for own protocol exchanges (as pg-cursor and pg-copy-streams use it). */
class Batch {
  private readonly options: BatchOptions
  private readonly results: Row[][] = [[]]
  private readonly prepared: string[] = []
  private error: Error | null = null

  constructor(options: BatchOptions) {
    this.options = options
  }

  submit(connection: pg.Connection): void {
    const writer = new MessageWriter()
    for (const statement of this.options.statements) this.write(writer, statement)
    writer.sync()
    connection.stream.write(writer.finish())
  }

  private write(writer: MessageWriter, { text, values }: Statement): void {
    const { session } = this.options
    let name = session.names.get(text)
    if (name === undefined) {
      name = isWorthPreparing(text) ? `rest_${session.made}` : ''
      if (name !== '') {
        session.made += 1
        session.names.set(text, name)
        this.prepared.push(text)
      }
      writer.parse(name, text)
    }
    writer.bind(name, values)
    writer.execute()
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.results.at(-1)?.push(fields)
  }

  handleCommandComplete(): void {
    this.results.push([])
  }

  handleEmptyQuery(): void {
    this.results.push([])
  }

  handleRowDescription(): void {}

  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    if (this.error) return
    this.error = error
    // Which of the new names the server kept is unknown, so none is used again.
    for (const text of this.prepared) this.options.session.names.delete(text)
    this.options.reject(error)
  }

  handleReadyForQuery(): void {
    if (!this.error) this.options.resolve(this.results)
  }
}

function isWorthPreparing(text: string): boolean {
  if (text.length > MAX_PREPARED_LENGTH) return false
  if (seenTexts.has(text)) return true
  if (seenTexts.size >= MAX_REMEMBERED_TEXTS) {
    const [oldest] = seenTexts
    if (oldest !== undefined) seenTexts.delete(oldest)
  }
  seenTexts.add(text)
  return false
}
