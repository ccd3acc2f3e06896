import type { Log } from './log.ts'
import type { Platform, PlatformOptions } from './platform.ts'
import type { StandaloneOptions } from './standalone/options.ts'
import type { Standalone } from './standalone/start.ts'

/**
 * The only entry point of the platform (tests have `testing.ts` besides). It stays cheap to import: programs that only
 * start, stop or watch a process import it too, so the services themselves are loaded by the first call that needs them.
 */

/** Supabase's five call families on one Postgres. Nothing is opened but pools until `migrate` or the first request. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { createPlatform: create } = await import('./create-platform.ts')
  return create(options)
}

/** The platform as a program: finds a Supabase project, starts a database where none is given, and listens. */
export async function startStandalone(options: StandaloneOptions, log: Log): Promise<Standalone> {
  const { startStandalone: start } = await import('./standalone/start.ts')
  return start(options, log)
}

/** Whether a password fits the hash that auth.users stores; false for a user without one. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const { createPasswords } = await import('./auth/secrets/passwords.ts')
  const passwords = await createPasswords()
  try {
    return await passwords.verify(stored, password)
  } finally {
    await passwords.close()
  }
}

// Settings: config.toml as the Supabase CLI writes it.
export { defaultConfig, parseConfig } from './config/parse.ts'
export type { PlatformConfig } from './config/schema.ts'
export { readTokenRoles } from './config/schema.ts'
// The platform as a program.
export { isFunctionFault } from './functions/deno/function-faults.ts'
// Listening: the node:http listener with its drain, limits and refusals, and what a handler in front of it needs.
export { bearerToken } from './kernel/bearer.ts'
export { BodyCutError, BodyTooLargeError, readBytes } from './kernel/body.ts'
export { createBoundedQueue } from './kernel/bounded-queue.ts'
export { clientAddress } from './kernel/client-address.ts'
// A process and its limits: signals, folders, queues, retention, images.
export { decodeImage } from './kernel/decode-image.ts'
// Keys and secrets that follow from one stored secret.
export { deriveApiKeys, deriveBytes } from './kernel/derive-keys.ts'
export type { HeaderList } from './kernel/header-list.ts'
export { announcesBody, EarlyClosing } from './kernel/listener/early-close.ts'
export type { Finished, Listener } from './kernel/listener/listener.ts'
export { createListener, KEEP_ALIVE_MS } from './kernel/listener/listener.ts'
export { makeFolder } from './kernel/make-folder.ts'
export type { Retained } from './kernel/retention.ts'
export { startRetention } from './kernel/retention.ts'
export type { StopSignal } from './kernel/stop-signals.ts'
export { onStopSignals, SIGNAL_EXIT_CODES, STOP_SIGNALS, surviveClosedOutput } from './kernel/stop-signals.ts'
export { outageOf, withRetryAfter } from './kernel/unavailable.ts'
export { createWaitingRoom } from './kernel/waiting-room.ts'
// What a host gives and gets.
export type { Log } from './log.ts'
export { silentLog } from './log.ts'
// The database: a server of one's own, sessions, migrations.
export { migratePlatform } from './migrate-platform.ts'
export type { Platform, PlatformKeys, PlatformOptions } from './platform.ts'
export { pointedFolder } from './postgres/embedded/data-directory.ts'
export { findPostmaster } from './postgres/embedded/postmaster.ts'
export type { EmbeddedPostgres } from './postgres/embedded.ts'
export { startEmbedded } from './postgres/embedded.ts'
export { freePort } from './postgres/free-port.ts'
export { loginPasswordFor } from './postgres/login-password.ts'
export { applyMigrations, wasMadeBefore } from './postgres/migrate.ts'
export { openClient, openPool } from './postgres/open-pool.ts'
export { findRunningEmbedded, isEmbeddedRunning } from './postgres/running-embedded.ts'
export { watchOf } from './postgres/server-watch.ts'
export { withSession } from './postgres/session.ts'
export { tellServerObstacle } from './realtime/changes/server-check.ts'
export type { StandaloneOptions } from './standalone/options.ts'
export { readOptions, USAGE } from './standalone/options.ts'
export type { Announcement } from './standalone/start.ts'
export { RASTER_TYPES, sniff } from './storage/upload/sniff.ts'
