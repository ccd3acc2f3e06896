import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024

/** Settings of a server that shares its machine with the process: an eighth of the memory, and durable. */
export function serverSettings(port: number, extra: Record<string, string>): Record<string, string> {
  const memory = totalmem() / MEGABYTE
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    wal_level: 'logical',
    // Four pools in each of two processes, imports, realtime and a look from outside.
    max_connections: '200',
    max_wal_size: '2GB',
    // A slot whose reader is gone for good must not fill the disk.
    max_slot_wal_keep_size: '4GB',
    shared_buffers: megabytes(memory / 8, 128, 2048),
    effective_cache_size: megabytes(memory / 2, 256, 65_536),
    maintenance_work_mem: megabytes(memory / 32, 64, 512),
    work_mem: '16MB',
    random_page_cost: '1.1',
    // Compiling costs more than any statement here takes.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...extra,
  }
}

function megabytes(wanted: number, least: number, most: number): string {
  return `${Math.round(Math.min(Math.max(wanted, least), most))}MB`
}
