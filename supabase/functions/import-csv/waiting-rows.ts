import type { Pool } from 'pg'
import { Refusal } from '../_shared/http.ts'

/** Rows wait two days: more than this of one account would fill the disk. */
const MOST_WAITING = 1_000_000

/** Refuses a file whose rows are too many with those of the account's other files. */
export async function refuseTooManyRows(
  sql: Pick<Pool, 'query'>,
  account: string,
  coming: number,
  most = MOST_WAITING,
): Promise<void> {
  const { rows } = await sql.query<{ waiting: number }>(
    `select count(*)::integer as waiting from private.csv_rows join private.csv_uploads on id = upload_id
     where uploaded_by = $1`,
    [account],
  )
  if ((rows[0]?.waiting ?? 0) + coming <= most) return
  throw new Refusal(
    429,
    'A million rows of your files wait here already. Each file leaves two days after it came: try again tomorrow.',
  )
}
