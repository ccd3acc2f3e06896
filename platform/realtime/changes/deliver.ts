import type pg from 'pg'
import { outageOf } from '../../kernel/unavailable.ts'
import type { Log } from '../../log.ts'
import { createChangeFrames } from './change-frames.ts'
import { askDatabase, type ConditionQuestion, decideHere } from './conditions.ts'
import { fillUnchanged } from './fill-unchanged.ts'
import type { Registry, Subscriber, Subscription } from './registry.ts'
import type { Condition } from './subscription-params.ts'
import type { createTables, Table } from './tables.ts'
import type { createVisibility } from './visibility.ts'
import type { WalChange } from './wal-queue.ts'

export interface DeliverOptions {
  pool: pg.Pool
  log: Log
  registry: Registry
  tableOf: ReturnType<typeof createTables>
  visibility: ReturnType<typeof createVisibility>
  /** Whether a role that may read nothing of a table is sent an error in place of each change, as hosted projects do. */
  tellsUnreadable: boolean
  /** A policy fails on their claims: they may have missed changes. */
  onFailed(subscribers: Set<Subscriber>): void
}

/** A change with those of its subscriptions that are still in question. */
interface Candidate {
  change: WalChange
  table: Table
  subscriptions: Subscription[]
  /** Keys of the filters that the row does not pass. */
  refused: Set<string>
  /** Role → claims that may see the row, for the roles that had to be asked. */
  visible: Map<string, Set<string>>
}

/** Tells subscribers of changes: event, then filter, then what row-level security lets each of them see. */
export function createDelivery(options: DeliverOptions) {
  const { pool, log, registry, tableOf, visibility, tellsUnreadable, onFailed } = options
  return async function deliver(changes: WalChange[]): Promise<void> {
    const candidates: Candidate[] = []
    for (const change of changes) {
      const subscriptions = registry.of(change.relation).filter(({ event }) => event === '*' || event === change.kind)
      const table = subscriptions.length > 0 ? await tableOf(change.relation) : null
      if (!table) continue
      await fillUnchanged(pool, change, table)
      candidates.push({ change, table, subscriptions, refused: new Set(), visible: new Map() })
    }
    await applyFilters(candidates)
    await askPolicies(candidates)
    for (const candidate of candidates) send(candidate)
  }

  async function applyFilters(candidates: Candidate[]) {
    const open: { question: ConditionQuestion; refuse(): void }[] = []
    for (const candidate of candidates) {
      const { refused, subscriptions } = candidate
      const filters = new Map(subscriptions.map(({ conditionsKey, conditions }) => [conditionsKey, conditions]))
      for (const [key, conditions] of filters) {
        for (const condition of conditions) {
          const question = questionOf(candidate, condition)
          const answer = question ? decideHere(question) : false
          if (answer === false) refused.add(key)
          if (answer === undefined && question) open.push({ question, refuse: () => refused.add(key) })
        }
      }
    }
    const answers = await askAll(open.map(({ question }) => question))
    for (const [index, { refuse }] of open.entries()) if (!answers[index]) refuse()
    for (const candidate of candidates) {
      const { refused, subscriptions } = candidate
      candidate.subscriptions = subscriptions.filter(({ conditionsKey }) => !refused.has(conditionsKey))
    }
  }

  async function askAll(questions: ConditionQuestion[]): Promise<boolean[]> {
    try {
      return await askDatabase(pool, questions)
    } catch (error) {
      if (outageOf(error)) throw error // says nothing about the filters
      if (questions.length === 1) {
        log.warn({ err: error, condition: questions[0]?.condition }, 'a subscription filter failed; nothing passes it')
        return [false]
      }
      const answers: boolean[] = []
      for (const question of questions) answers.push(...(await askAll([question])))
      return answers
    }
  }

  /** One question for each table and role, with all rows and all claims that are in doubt. */
  async function askPolicies(candidates: Candidate[]) {
    for (const { table, role, rows, claims } of groupQuestions(candidates)) {
      const keys = rows.map(({ change }) => table.primaryKey.map((at) => change.new?.[at] ?? ''))
      const xids = new Set(rows.map(({ change }) => change.xid))
      const answer = await visibility.visible({ table, role, keys, claims: [...claims], xids })
      for (const [index, candidate] of rows.entries()) {
        const seen = [...answer].flatMap(([text, visible]) => (visible?.has(index) ? [text] : []))
        candidate.visible.set(role, new Set(seen))
      }
      const failed = rows.flatMap(({ subscriptions }) =>
        subscriptions.filter(({ caller }) => caller.role === role && answer.get(caller.claimsJson) === null),
      )
      if (failed.length > 0) onFailed(new Set(failed.map(({ subscriber }) => subscriber)))
    }
  }

  function send({ change, table, subscriptions, visible }: Candidate) {
    const frame = createChangeFrames(change, table)
    for (const [subscriber, group] of groupForFrames(subscriptions)) {
      const [first] = group
      if (!first) continue
      const { role, claimsJson } = first.caller
      const error = errorFor(table, change, role)
      if (error === UNREADABLE && !tellsUnreadable) continue
      if (error === null && isGuarded(table, change, role) && !visible.get(role)?.has(claimsJson)) continue
      const audience = {
        topic: subscriber.topic,
        isLegacy: subscriber.isLegacy,
        ids: group.map(({ id }) => id),
        role,
        select: first.select,
      }
      const bytes = frame(audience, error).frame(subscriber.vsn)
      if (bytes) subscriber.send(bytes)
    }
  }
}

/** Null where the row does not have the column's value: then the condition does not hold. */
function questionOf({ change, table }: Candidate, condition: Condition): ConditionQuestion | null {
  const index = table.columns.findIndex((column) => column.name === condition.column)
  const type = table.columns[index]?.type
  const deleted = change.kind === 'DELETE'
  // What a deleted row held is told to nobody who might not have seen it, and a filter that matches tells.
  const hidden = deleted && table.rowSecurity && !table.primaryKey.includes(index)
  const value = hidden ? undefined : (deleted ? change.old : change.new)?.[index]
  return type && value !== undefined ? { condition, type, value } : null
}

/** A deleted row cannot be asked about; what is told of it is only its key. */
function isGuarded(table: Table, change: WalChange, role: string): boolean {
  return table.rowSecurity && role !== 'service_role' && change.kind !== 'DELETE'
}

const UNREADABLE = 'Error 401: Unauthorized'

function errorFor(table: Table, change: WalChange, role: string): string | null {
  if ((table.readable.get(role)?.size ?? 0) === 0) return UNREADABLE
  if (isGuarded(table, change, role) && table.primaryKey.length === 0) {
    return 'Error 400: Bad Request, no primary key'
  }
  return null
}

interface PolicyQuestion {
  table: Table
  role: string
  rows: Candidate[]
  claims: Set<string>
}

function groupQuestions(candidates: Candidate[]): PolicyQuestion[] {
  const groups = new Map<Table, Map<string, PolicyQuestion>>()
  for (const candidate of candidates) {
    const { table, change, subscriptions } = candidate
    for (const { caller } of subscriptions) {
      const { role } = caller
      if (!isGuarded(table, change, role) || errorFor(table, change, role) !== null) continue
      const roles = groups.get(table) ?? new Map<string, PolicyQuestion>()
      groups.set(table, roles)
      const group = roles.get(role) ?? { table, role, rows: [], claims: new Set() }
      roles.set(role, group)
      if (group.rows.at(-1) !== candidate) group.rows.push(candidate)
      group.claims.add(caller.claimsJson)
    }
  }
  return [...groups.values()].flatMap((roles) => [...roles.values()])
}

/** What one frame can tell a channel: its subscriptions with the same columns. */
function groupForFrames(subscriptions: Subscription[]): [Subscriber, Subscription[]][] {
  const groups = new Map<Subscriber, Map<string, Subscription[]>>()
  for (const subscription of subscriptions) {
    const bySelect = groups.get(subscription.subscriber) ?? new Map<string, Subscription[]>()
    groups.set(subscription.subscriber, bySelect)
    const key = subscription.select ? [...subscription.select].sort().join('\0') : ''
    const group = bySelect.get(key)
    if (group) group.push(subscription)
    else bySelect.set(key, [subscription])
  }
  return [...groups].flatMap(([subscriber, bySelect]) =>
    [...bySelect.values()].map((group): [Subscriber, Subscription[]] => [subscriber, group]),
  )
}
