export const ROLES = ['viewer', 'editor', 'admin'] as const
export type StaffRole = (typeof ROLES)[number]

/** What the database grants the caller now. */
export interface StaffRights {
  /** The role in force; null for nothing. */
  role: StaffRole | null
  /** The role in user_roles. */
  given: StaffRole | null
  reason: (typeof REASONS)[number] | null
  /** The role that opens the back office. */
  minimum: StaffRole
}

export type Access =
  | { kind: 'loading' }
  | { kind: 'signed-out' }
  /** The look-up failed: its words. Nothing is known but that somebody is signed in, so the role is viewer. */
  | { kind: 'failed'; message: string; role: 'viewer' }
  | { kind: 'second-factor' }
  /** Admins need one here, and this account has none yet. */
  | { kind: 'factor-missing' }
  | { kind: 'denied'; rights: StaffRights }
  | { kind: 'granted'; role: StaffRole }

/** Admin passes every check, editor those for viewer and editor, nobody none (specification, B 6). */
export function hasRole(role: StaffRole | null, required: StaffRole): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(required)
}

export function accessOf(rights: StaffRights): Access {
  if (rights.reason === 'session_ended') return { kind: 'signed-out' }
  if (rights.reason === 'second_factor') return { kind: 'second-factor' }
  if (rights.reason === 'second_factor_missing') return { kind: 'factor-missing' }
  const { role } = rights
  return role !== null && hasRole(role, rights.minimum) ? { kind: 'granted', role } : { kind: 'denied', rights }
}

/** The row of my_staff_role; an unknown word is no right. */
export function parseRights(rows: unknown): StaffRights {
  const row = Array.isArray(rows) ? rows[0] : null
  return {
    role: asRole(row?.role),
    given: asRole(row?.given),
    reason: REASONS.find((reason) => reason === row?.reason) ?? null,
    minimum: asRole(row?.minimum) ?? 'admin',
  }
}

const REASONS = ['no_role', 'application', 'session_ended', 'second_factor', 'second_factor_missing'] as const

/** An unknown word is no right. */
const asRole = (value: unknown): StaffRole | null => ROLES.find((role) => role === value) ?? null
