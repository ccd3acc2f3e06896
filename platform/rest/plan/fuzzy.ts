/**
 * "Perhaps you meant …": the closest of some names. Candidates share a pair or triple of letters with the name
 * (so nothing unrelated is suggested), the winner is the nearest by edit distance, as in PostgREST's fuzzy sets.
 */
export function closest(name: string, candidates: Iterable<string>, minimum = 0.33): string | null {
  const wanted = normalise(name)
  const grams = gramsOf(wanted)
  let best: { name: string; score: number } | null = null
  for (const candidate of candidates) {
    const other = normalise(candidate)
    if (wanted !== other && !sharesGram(grams, other)) continue
    const score = 1 - editDistance(wanted, other) / Math.max(wanted.length, other.length, 1)
    if (score >= minimum && (!best || score > best.score)) best = { name: candidate, score }
  }
  return best?.name ?? null
}

/** Names are cut for the search: distance is quadratic and the name comes from a stranger. */
const MAX_LENGTH = 128

function normalise(name: string): string {
  return name.slice(0, MAX_LENGTH).toLowerCase()
}

function gramsOf(text: string): Set<string> {
  const padded = `-${text}-`
  const grams = new Set<string>()
  for (const size of [2, 3]) {
    for (let at = 0; at + size <= padded.length; at += 1) grams.add(padded.slice(at, at + size))
  }
  return grams
}

function sharesGram(grams: ReadonlySet<string>, other: string): boolean {
  for (const gram of gramsOf(other)) if (grams.has(gram)) return true
  return false
}

export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Postgres' own suggestion for a misspelt column: at most three edits, and no more than half of the word. */
export function columnHint(label: string, column: string, known: Iterable<string>): string | null {
  const limit = Math.min(3, Math.floor(column.length / 2))
  let best = limit + 1
  let names: string[] = []
  for (const candidate of known) {
    if (Math.abs(candidate.length - column.length) > limit) continue
    const distance = editDistance(column, candidate)
    if (distance > limit || distance > best) continue
    names = distance < best ? [candidate] : [...names, candidate]
    best = distance
  }
  const [first, second, third] = names
  if (first === undefined || third !== undefined) return null
  const both = second === undefined ? '' : ` or the column "${label}.${second}"`
  return `Perhaps you meant to reference the column "${label}.${first}"${both}.`
}
