/** A start that cannot go on: its message is one sentence for the operator, without a stack. */
export class StartError extends Error {}

/** `free`: a port that nobody has, where one was found nearby. */
export function portTaken({ host, port, free }: { host: string; port: number; free: number | null }): StartError {
  const other = free === null ? 'another PORT' : `PORT=${free}`
  return new StartError(`Port ${port} on ${host} is taken by another program: stop it, or start Dahlia with ${other}.`)
}

export function noShopThere(dataDir: string): StartError {
  return new StartError(
    `There is no shop in ${dataDir}: set DATA_DIR to the folder of the shop. "npm start" makes a new one.`,
  )
}

export function runsAlready({ port, dataDir }: { port: number; dataDir: string }): StartError {
  return new StartError(
    `Port ${port} is taken and the database in ${dataDir} runs: Dahlia seems to run there already. Stop it, or start another one with a PORT and a DATA_DIR of its own.`,
  )
}

export function portForbidden({ host, port, code }: { host: string; port: number; code: string }): StartError {
  return new StartError(
    `Dahlia may not listen on ${host}, port ${port} (${code}): choose another HOST or a PORT above 1023.`,
  )
}

export function databaseUnreachable(where: string, reason: string): StartError {
  return new StartError(`The database at ${where} cannot be used: ${reason}. Check DATABASE_URL.`)
}

export function databaseLost(reason: unknown): StartError {
  const why = reason instanceof Error ? reason.message : String(reason)
  return new StartError(`The database was lost (${why}). Start again when it is back: the start goes on from here.`)
}

export function databaseOutdated(): StartError {
  return new StartError(
    'The database was made by an older version of Dahlia, whose migrations are no longer there: make it anew with "npm run db:reset" and "npm start", or name an empty one in DATABASE_URL.',
  )
}

export function dataFolderUnusable(dataDir: string, code: string): StartError {
  if (code === 'EEXIST') return new StartError(`DATA_DIR names ${dataDir}, which is a file: name a folder.`)
  if (code === 'ENOENT') return new StartError(`The data folder ${dataDir} cannot be made there: set another DATA_DIR.`)
  return new StartError(
    `The data folder ${dataDir} cannot be written (${code}): give this account access to it, or set DATA_DIR.`,
  )
}

export function siteMissing(): StartError {
  return new StartError('The site is not built: run "npm run build" first, or "npm start", which does it.')
}

/** The code of a system or database error, else ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
