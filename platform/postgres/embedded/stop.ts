import { findPostmaster, stillRuns } from './postmaster.ts'

/** A fast shutdown writes everything out; longer than this and the machine wants us gone. */
const FAST_MS = 6000
const IMMEDIATE_MS = 2000
const RETRY_MS = 25

/**
 * Stops the server that runs on the cluster: fast, and when that takes too long at once (the next start then replays
 * its log; nothing committed is lost). Signals go only to a process that is this cluster's server at that moment.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  if (await signalAndWait(cluster, 'SIGINT', FAST_MS)) return
  await signalAndWait(cluster, 'SIGQUIT', IMMEDIATE_MS)
}

async function signalAndWait(cluster: string, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  const found = await findPostmaster(cluster)
  if (!found) return true
  try {
    process.kill(found.pid, signal)
  } catch {
    // it ended by itself in this very moment
  }
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    if (!(await stillRuns(found.pid, cluster))) return true
  }
  return false
}
