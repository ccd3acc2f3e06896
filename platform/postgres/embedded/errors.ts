/** Each of these ends a start: one sentence that says what is wrong and what to do. */

export const folderUnusable = (folder: string, code: string) =>
  new Error(
    `The data folder ${folder} cannot be written (${code}): give the account that starts the program access to it.`,
  )

export const wrongOwner = ({ cluster, owner, account }: { cluster: string; owner: number; account: number }) =>
  new Error(
    `The database in ${cluster} belongs to the user with id ${owner}, but PostgreSQL would run as ${account}: start the program as that user, or hand the folder over with chown -R ${account}.`,
  )

export const inUse = (cluster: string, holder: string | null) =>
  new Error(
    `The database in ${cluster} is in use by another process${holder ? ` (${holder})` : ''}: stop that one, or choose another data folder.`,
  )

export const notOurs = (cluster: string, port: number) =>
  new Error(
    `A PostgreSQL server is running on ${cluster} (port ${port}), but it does not accept this folder's password: stop that server, then start again.`,
  )

export const folderMissing = (dataDir: string, folder: string) =>
  new Error(
    `The database of ${dataDir} lies in ${folder}, which is not there: restore that folder from a backup, or begin anew by deleting ${dataDir}.`,
  )

export const passwordMissing = ({ file, folder }: { file: string; folder: string }) =>
  new Error(
    `The password in ${file} of the database in ${folder} is missing: restore that file from a backup of the data folder, or begin anew by deleting ${folder} with all its data.`,
  )

export const wrongVersion = ({ cluster, made, have }: { cluster: string; made: string; have: string }) =>
  new Error(
    `The database in ${cluster} was made by PostgreSQL ${made}, but this program brings PostgreSQL ${have}: dump it with the old version and restore it into an empty data folder.`,
  )

export const portTaken = (port: number) =>
  new Error(`The database's port ${port} is in use by another program: end that program, or choose another port.`)

export const noAccount = () =>
  new Error('PostgreSQL cannot run as root and neither the user postgres nor nobody exists: run as another user.')

export const stoppedWhileStarting = (output: string) =>
  new Error(`PostgreSQL stopped while it was starting. The end of its log:\n${output}`)

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
