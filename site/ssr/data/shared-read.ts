import type { Client, Table } from './query.ts'

interface Shared<Data> {
  since: number
  until: number
  data: Promise<Data>
}

/** What is read changes with time as well, without any write: a price drop counts for thirty days. */
const keepMs = 60_000
/** A few kilobytes each: the filters that visitors page through now. */
const mostKept = 200

/**
 * What many pages show alike, such as the numbers beside a list's filters on each of its pages and in each of its orders,
 * is read once: until one of these tables changes, as with the pages themselves. Never for anything that shows a price.
 */
export function sharedRead<Question, Data>(
  tables: readonly Table[],
  read: (client: Client, question: Question) => Promise<Data>,
): (client: Client, question: Question) => Promise<Data> {
  const kept = new WeakMap<Client, Map<string, Shared<Data>>>()
  return (client, question) => {
    // In a browser there is no saying what changes: time alone ends it there.
    const since = client.changes ? client.changes.now() : 0
    if (since === null) return read(client, question)
    const byQuestion = kept.get(client) ?? new Map<string, Shared<Data>>()
    kept.set(client, byQuestion)
    const key = JSON.stringify(question)
    const now = Date.now()
    const known = byQuestion.get(key)
    byQuestion.delete(key)
    const usable = known && now < known.until && (client.changes?.unchanged(tables, known.since) ?? true)
    const shared = usable ? known : { since, until: now + keepMs, data: read(client, question) }
    // Again at the end: the first is the one that was asked for longest ago.
    byQuestion.set(key, shared)
    for (const oldest of byQuestion.keys()) {
      if (byQuestion.size <= mostKept) break
      byQuestion.delete(oldest)
    }
    shared.data.catch(() => byQuestion.get(key) === shared && byQuestion.delete(key))
    return shared.data
  }
}
