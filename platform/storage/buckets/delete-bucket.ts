import pg from 'pg'
import { bucketNotEmpty, noSuchBucket } from '../errors.ts'
import { type Handler, param } from '../exchange.ts'

/** DELETE /bucket/{id}: only an empty one, and only if the caller's policies let it go. */
export const deleteBucket: Handler = async (exchange) => {
  const id = param(exchange, 'bucket')
  const { rowCount } = await exchange.database
    .asCaller(await exchange.actor(), (client) => client.query('delete from storage.buckets where id = $1', [id]))
    .catch((error: unknown) => {
      // The foreign key knows better than a count: it also sees what is being uploaded at this moment.
      if (error instanceof pg.DatabaseError && error.code === '23503') throw bucketNotEmpty()
      throw error
    })
  if (rowCount === 0) throw noSuchBucket()
  return Response.json({ message: 'Successfully deleted' })
}
