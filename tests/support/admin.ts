/** The first admin of the servers that browser tests start. */
export const ADMIN = { email: 'admin@dahlia.example', password: 'a passw0rd for tests' } as const
