/** Names that stand for something else on many machines, near as they are to one of ours. */
const OTHERS = new Set(['LOST', 'HOSTS', 'PORTS'])
/** Shorter names are near to everything. */
const LEAST_LENGTH = 4

/** Settings that are given under a name near to one of ours, each with a sentence: in silence they would have no effect. */
export function misspeltSettings(given: string[], names: string[]): string[] {
  const unknown = given.filter((name) => name.length >= LEAST_LENGTH && !names.includes(name) && !OTHERS.has(name))
  return unknown.flatMap((name) => {
    const meant = names.find((known) => isNear(plain(name), plain(known)))
    return meant === undefined ? [] : [`${name} is no setting and has no effect. Did you mean ${meant}?`]
  })
}

/** LOGLEVEL, log-level and LOG_LEVEL are one name to whoever types them. */
const plain = (name: string) => name.toUpperCase().replaceAll(/[_-]/g, '')

/** The same, or one letter more, fewer, other, or two exchanged. */
function isNear(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = one.slice(start, one.length - end)
  const right = other.slice(start, other.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
