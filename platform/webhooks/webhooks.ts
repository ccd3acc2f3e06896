import type pg from 'pg'
import { type Retained, startRetention } from '../kernel/retention.ts'
import type { Log } from '../log.ts'
import { type Attempt, claimRequests, finishRequest, postponeRequest, type WebhookRequest } from './queue.ts'
import { type Sender, sendRequest } from './send-request.ts'

export interface WebhooksOptions {
  db: pg.Pool
  sender: Sender
  log: Log
  now(): Date
}

/** One query that finds nothing costs a tenth of a millisecond; nobody waits for a webhook within the second. */
const LOOK_EVERY_MS = 1000
/** At a time, in this process: a receiver that hangs takes one of these places for its timeout. */
const PLACES = 10
/** Seconds after each failed attempt: a restart of the receiver, an outage, and then it is over within the hour. */
const RETRY_AFTER_SECONDS = [5, 30, 300, 1800]
/** A receiver that is busy or away; every other status below 500 would be the same the next time. */
const TRY_AGAIN = new Set([408, 425, 429])
/** Long enough to look into what went wrong over a weekend. */
const KEPT_DAYS = 7

const RETAINED: Retained[] = [
  ['requests of database webhooks', '_platform.webhook_requests'],
  ['what database webhooks asked for', 'supabase_functions.hooks'],
].map(([what = '', table = '']) => ({ what, table, condition: 'created_at < $1', days: KEPT_DAYS }))

/** Sends what triggers queued, until closed. At least once: what is cut off is sent again. */
export function startWebhooks({ db, sender, log, now }: WebhooksOptions): { close(): Promise<void> } {
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let away = false
  const stopRetention = startRetention({ db, retained: RETAINED, now, log })

  function look() {
    if (stopping.signal.aborted || underWay.size >= PLACES) return
    looking ??= fill()
      .catch((error: unknown) => {
        if (!away) log.warn({ err: error }, 'database webhooks wait: the queue cannot be read')
        away = true
      })
      .finally(() => {
        looking = null
      })
  }

  async function fill() {
    const free = PLACES - underWay.size
    const claimed = await claimRequests(db, free)
    away = false
    for (const webhook of claimed) {
      const work = deliver(webhook)
        .catch((error: unknown) => log.warn({ err: error, webhook: webhook.hook_name }, 'a webhook cannot be recorded'))
        .finally(() => {
          underWay.delete(work)
          if (claimed.length === free) look()
        })
      underWay.add(work)
    }
  }

  async function deliver(webhook: WebhookRequest) {
    const attempt = await sendRequest(webhook, sender, stopping.signal)
    if (attempt.error === null) {
      log.debug(told(webhook, attempt), 'a database webhook was delivered')
      return finishRequest(db, webhook.id, attempt)
    }
    if (stopping.signal.aborted) return postponeRequest(db, webhook.id, { ...attempt, afterSeconds: 0 })
    const afterSeconds = isFinal(attempt) ? undefined : RETRY_AFTER_SECONDS[webhook.attempts - 1]
    if (afterSeconds === undefined) {
      log.warn(told(webhook, attempt), 'a database webhook was not delivered and is given up')
      return finishRequest(db, webhook.id, attempt)
    }
    log.warn({ ...told(webhook, attempt), afterSeconds }, 'a database webhook was not delivered and is tried again')
    return postponeRequest(db, webhook.id, { ...attempt, afterSeconds })
  }

  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  look()
  return {
    async close() {
      clearInterval(timer)
      stopping.abort(new Error('the process ended'))
      await stopRetention()
      await looking
      await Promise.all(underWay)
    },
  }
}

function isFinal({ status }: Attempt): boolean {
  return status !== null && status < 500 && !TRY_AGAIN.has(status)
}

/** Without the query and the headers, which may hold a key. */
function told({ id, hook_name, table_name, url, attempts }: WebhookRequest, { status, error }: Attempt) {
  const { origin, pathname } = URL.canParse(url) ? new URL(url) : { origin: 'an address that is none', pathname: '' }
  return { webhook: hook_name, table: table_name, request: id, to: `${origin}${pathname}`, attempts, status, error }
}
