import { hasRole, type StaffRole } from '../session/rights.ts'

export interface Command {
  id: string
  label: string
  /** The group it stands in: Screens, Records, Actions. */
  group: string
  /** Beside the label: what kind of record, or a shortcut. */
  note?: string
  /** Where it leads, or what it does. */
  to?: string
  run?: () => void
  for: StaffRole
}

/** As many as a window shows without scrolling far. */
const MOST = 12

/**
 * The commands that a role may use and whose words begin with the words typed, in any order; those whose label begins so
 * come first. Nothing typed is every command.
 */
export function matchingCommands(commands: readonly Command[], typed: string, role: StaffRole): readonly Command[] {
  const wanted = words(typed)
  return commands
    .filter((command) => hasRole(role, command.for))
    .filter((command) => {
      const there = words(`${command.label} ${command.note ?? ''}`)
      return wanted.every((word) => there.some((it) => it.startsWith(word)))
    })
    .toSorted((one, other) => begins(other, wanted) - begins(one, wanted))
    .slice(0, MOST)
}

const begins = ({ label }: Command, [first]: readonly string[]): number =>
  first !== undefined && label.toLowerCase().startsWith(first) ? 1 : 0

const words = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
