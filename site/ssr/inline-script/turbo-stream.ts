/** How turbo-stream writes null. */
const nil = -5

/**
 * Plain data as React Router's client reads it: one line with a flat list, in which every object and list names its
 * parts by their place. In a page it would cost more than the data itself: places, unlike repeated names, do not compress.
 */
export function turboStream(data: unknown): string {
  const list: unknown[] = []
  const place = (value: unknown): number => {
    if (value === null) return nil
    const at = list.push(value) - 1
    if (Array.isArray(value)) list[at] = value.map(place)
    else if (typeof value === 'object') {
      list[at] = Object.fromEntries(Object.entries(value ?? {}).map(([name, part]) => [`_${place(name)}`, place(part)]))
    }
    return at
  }
  place(data)
  return `${JSON.stringify(list)}\n`
}
