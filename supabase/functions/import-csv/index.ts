import type { FunctionHandler } from '../_shared/context.ts'
import { answer } from '../_shared/http.ts'
import { refusedRows } from './refused-rows.ts'
import { upload } from './upload.ts'

/**
 * CSV in. POST of a file, with ?table=, keeps its rows and says what its columns seem to mean; the job import-csv then
 * compares or writes them. GET, with ?upload=, is the file of the rows that the job refused.
 */
export default {
  fetch: (request, ctx) => answer(() => (request.method === 'POST' ? upload(ctx, request) : refusedRows(ctx, request))),
} satisfies FunctionHandler
