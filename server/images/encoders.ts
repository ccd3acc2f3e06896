import { createBoundedQueue } from '#platform'

/** More work waits than can be done in good time. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export const refuse = (): QueueFullError => new QueueFullError('Too many images are waiting to be made.')

/** Each takes one core for a tenth of a second; more at once would only keep pages waiting. */
const LIMITS = { concurrency: 2, maxWaiting: 200 }

/** One queue for all images that this process encodes. */
export const createEncoders = () => createBoundedQueue({ ...LIMITS, refuse })

export type Encoders = ReturnType<typeof createEncoders>
