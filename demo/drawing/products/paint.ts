/** Colours of one picture, turned into SVG gradients on demand. Light comes from the upper left. */
export interface Paint {
  /** A turned or cylindrical surface: dark at the edges, a highlight left of the middle. */
  round(hex: string): string
  /** A flat surface, a little lighter at the top left. */
  flat(hex: string): string
  /** A ball or a cushion. */
  ball(hex: string): string
  /** The definitions collected so far. */
  definitions(): string
}

export function createPaint(): Paint {
  const definitions = new Map<string, string>()
  const keep = (kind: string, hex: string, body: (id: string) => string) => {
    const id = `${kind}${hex.slice(1)}`
    if (!definitions.has(id)) definitions.set(id, body(id))
    return `url(#${id})`
  }
  const stop = (offset: number, colour: string) => `<stop offset="${offset}" stop-color="${colour}"/>`
  return {
    round: (hex) =>
      keep('r', hex, (id) => {
        const stops = [
          stop(0, shade(hex, 0.26)),
          stop(0.12, shade(hex, 0.06)),
          stop(0.3, tint(hex, 0.42)),
          stop(0.42, tint(hex, 0.08)),
          stop(0.78, shade(hex, 0.1)),
          stop(1, shade(hex, 0.34)),
        ]
        return `<linearGradient id="${id}" x1="0" x2="1">${stops.join('')}</linearGradient>`
      }),
    flat: (hex) =>
      keep('f', hex, (id) => {
        const stops = [stop(0, tint(hex, 0.2)), stop(0.55, hex), stop(1, shade(hex, 0.16))]
        return `<linearGradient id="${id}" x1="0" y1="0" x2=".7" y2="1">${stops.join('')}</linearGradient>`
      }),
    ball: (hex) =>
      keep('b', hex, (id) => {
        const stops = [stop(0, tint(hex, 0.5)), stop(0.45, hex), stop(1, shade(hex, 0.32))]
        return `<radialGradient id="${id}" cx=".34" cy=".28" r=".85">${stops.join('')}</radialGradient>`
      }),
    definitions: () => [...definitions.values()].join(''),
  }
}

export const tint = (hex: string, amount: number): string => mix(hex, '#fffaf4', amount)
export const shade = (hex: string, amount: number): string => mix(hex, '#2a1613', amount)

/** `amount` 0 is the first colour, 1 the second. Both as #rrggbb. */
export function mix(from: string, to: string, amount: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
