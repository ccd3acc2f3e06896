import { z } from 'zod'
import type { Job } from './job.ts'

/** As many as anybody reads one by one; a change that every one of a million rows refuses would else write a million lines. */
export const MOST_NAMED = 200
/** Reasons may hold values of a row: not each of a million is counted on its own. */
const MOST_REASONS = 20
const OTHER = 'other reasons'

const state = z.object({ named: z.number(), counted: z.record(z.string(), z.number()) })

/** Refused rows of a run: the first two hundred are lines of its log, the others are counted by their reason. */
export class RefusedRows {
  readonly #job: Job
  readonly #state: z.output<typeof state>

  constructor(job: Job) {
    this.#job = job
    this.#state = z.object({ refused: state }).safeParse(job.checkpoint).data?.refused ?? { named: 0, counted: {} }
  }

  /** For the checkpoint, so that a run that goes on counts on. */
  get state(): object {
    return { refused: this.#state }
  }

  async add(key: string, reason: string): Promise<void> {
    const { counted } = this.#state
    if (this.#state.named < MOST_NAMED) {
      this.#state.named += 1
      return this.#job.say('error', `${key}: ${reason}`)
    }
    const isKnown = Object.hasOwn(counted, reason) || Object.keys(counted).length < MOST_REASONS
    const name = isKnown ? reason : OTHER
    counted[name] = (counted[name] ?? 0) + 1
  }

  /** The rows without a line of their own; those that still match the filter of the job are the refused ones. */
  async sayRest(): Promise<void> {
    for (const [reason, rows] of Object.entries(this.#state.counted)) {
      await this.#job.say('error', `and ${rows} more: ${reason}`)
    }
  }
}
