import { isRunningOn } from './postmaster.ts'

/** Servers that this process must not leave behind, with their clusters. */
const servers = new Map<number, string>()

/**
 * A process that ends without having stopped its server (an uncaught exception, process.exit, a start that failed in the
 * middle) asks it to shut down on its way out. Only kill -9 leaves one behind; the next start adopts that.
 */
export function endWithProcess({ pid, cluster }: { pid: number; cluster: string }): void {
  if (servers.size === 0) process.once('exit', endAll)
  servers.set(pid, cluster)
}

/** The server has been stopped, or it is somebody else's. */
export function outliveProcess(cluster: string): void {
  for (const [pid, its] of servers) if (its === cluster) servers.delete(pid)
  if (servers.size === 0) process.off('exit', endAll)
}

function endAll() {
  for (const [pid, cluster] of servers) {
    try {
      // A number may have gone to another process since.
      if (isRunningOn(pid, cluster)) process.kill(pid, 'SIGINT')
    } catch {
      // it ended in this very moment
    }
  }
}
