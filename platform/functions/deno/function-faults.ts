/**
 * Whether an error that nobody caught comes from a function's own code: a timer, or a promise that nobody waits for.
 * Such a fault ends one worker of a hosted project, so it must not end the process that all functions share.
 */
export function isFunctionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A rejection without an error has no stack; the platform's own code rejects with errors alone.
  if ('code' in error && error.code === 'ERR_UNHANDLED_REJECTION') return true
  return error.stack?.includes('supabase-function=') ?? false
}
