/** The order of the changes seen: a page is outdated when one of its tags changed after its rendering began. */
export function createChangeOrder() {
  const changes = new Map<string, number>()
  let sequence = 0
  let resetAt = 0
  return {
    /** Changes seen so far: what a rendering that begins now is marked with. */
    now: () => sequence,
    changed(tag: string) {
      sequence += 1
      changes.set(tag, sequence)
    },
    changedEverything() {
      sequence += 1
      resetAt = sequence
    },
    isOutdated: ({ began, tags }: { began: number; tags: readonly string[] }): boolean =>
      began < resetAt || tags.some((tag) => began < (changes.get(tag) ?? 0)),
  }
}

export type ChangeOrder = ReturnType<typeof createChangeOrder>
