import { BodyCutError, BodyTooLargeError } from './body.ts'
import { OUTAGE_MESSAGES, type Outage, outageOf } from './unavailable.ts'

/** The failures that every service has, as errors of one service: its codes, its texts, its wire shape. */
export interface CommonFailures<Own> extends BodyFailures<Own> {
  /** `message` is for whoever reads the response. */
  unavailable(outage: Outage, message: string): Own
}

export interface BodyFailures<Own> {
  bodyTooLarge(limitBytes: number): Own
  bodyCut(): Own
}

/** A common failure as the service's own error; null where nobody expected this one. */
export function commonFailure<Own>(error: unknown, own: CommonFailures<Own>): Own | null {
  const ofBody = bodyFailure(error, own)
  if (ofBody !== null) return ofBody
  const outage = outageOf(error)
  return outage && own.unavailable(outage, OUTAGE_MESSAGES[outage])
}

/** The same for the request's body alone, where the service has its own way to tell an outage. */
export function bodyFailure<Own>(error: unknown, own: BodyFailures<Own>): Own | null {
  if (error instanceof BodyTooLargeError) return own.bodyTooLarge(error.limitBytes)
  return error instanceof BodyCutError ? own.bodyCut() : null
}
