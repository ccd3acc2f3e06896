import pg from 'pg'
import {
  bucketAlreadyExists,
  failure,
  keyAlreadyExists,
  relatedResourceMissing,
  StorageError,
  violatesPolicy,
} from './errors.ts'

/** What the database refused, in the words of the storage service; null when it is nobody's expected failure. */
export function fromPostgres(error: unknown): StorageError | null {
  if (!(error instanceof pg.DatabaseError)) return null
  switch (error.code) {
    case '42501':
      return violatesPolicy()
    case '23505':
      return error.table === 'buckets' ? bucketAlreadyExists() : keyAlreadyExists()
    case '23503':
      return relatedResourceMissing()
    case '55P03':
      return failure(503, 'LockTimeout', 'acquiring lock timeout', 'acquiring_lock_timeout')
    case '57014':
      return failure(544, 'DatabaseTimeout', 'The connection to the database timed out')
    case '25006':
      return failure(503, 'DatabaseReadOnly', 'The database is currently in read-only mode. Please try again later.')
    case '42P01':
    case '42703':
      return failure(503, 'DatabaseSchemaMismatch', 'The database schema is out of sync. Run the migrations.')
    case '22P02':
    case '22021':
      return failure(400, 'InvalidRequest', 'A value has the wrong form for the database', 'Error')
    case 'P0001':
      // Raised by a trigger or a policy's function: the project's own words.
      return failure(400, 'DatabaseError', error.message)
    default:
      return null
  }
}

/** Whether this failure certainly changed nothing. After any other one, a commit may still have happened. */
export function isRefusal(error: unknown): boolean {
  const known = error instanceof StorageError ? error : fromPostgres(error)
  return known !== null && known.statusCode < 500
}
