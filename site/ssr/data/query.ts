import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#domain/database.types.ts'

/**
 * What a query of the site may use of supabase-js. On the server it is a whole client over an in-process fetch; in the
 * browser it is the same package's PostgREST part alone, which is a tenth of the bytes.
 */
export type Client = Pick<SupabaseClient<Database>, 'from' | 'rpc'> & {
  call: CallFunction
  /** On the server. */
  changes?: TableChanges
}

/** Posts JSON to one of the server functions. */
export type CallFunction = (name: string, body: object) => Promise<Response>

/** Tables whose change makes a page out of date; the server drops rendered pages by these names. */
export type Table = keyof Database['public']['Tables']

/** Changes of our tables, as the server hears of them. */
export interface TableChanges {
  /** Names this moment; null while changes cannot be heard. */
  now(): number | null
  unchanged(tables: readonly Table[], since: number): boolean
}

export interface ShopQuery<Data> {
  /** Names the question with all of its parameters: equal keys are the same answer. */
  key: string
  /** Every table the answer depends on, also those behind functions and computed columns. */
  tables: readonly Table[]
  /** What is said of a failure that comes without words of its own (specification, 8). */
  failure?: string
  /** Seconds that an answer from elsewhere than our tables may be shown; a page keeps to the shortest of its answers. */
  freshSeconds?: number
  /** Milliseconds since the epoch until which the answer is right: a page that shows it is not cached beyond. */
  validUntil?: number
  read: (client: Client) => Promise<Data>
}

/** A failed read, with the backend's own words: the screens show them. */
export class ReadError extends Error {
  override name = 'ReadError'
  /** It stays until somebody changes a setting: trying again at once is of no use, and the page is as whole as it gets. */
  readonly lasting: boolean

  constructor(message: string, { lasting = false }: { lasting?: boolean } = {}) {
    super(message)
    this.lasting = lasting
  }
}

/** The words for a failed query: those of the error, or the query's own. */
export const failureOf = (query: ShopQuery<unknown>, words: string | null): string =>
  words || query.failure || 'Unknown error'

/** supabase-js answers with an error beside the data; queries throw, so that a block says that it failed and can be read again. */
export function unwrap<Data>(answer: { data: Data; error: { message: string } | null }): Data {
  if (answer.error) throw new ReadError(answer.error.message)
  return answer.data
}
