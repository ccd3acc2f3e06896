import { type AnimalImage, animalImages } from './animals.ts'

const ground = (id: string, [from, to]: AnimalImage['ground']): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`

const svg = (width: number, height: number, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** One animal in a square, before its sun or moon. */
export function drawPortrait({ ground: colours, disc, body }: AnimalImage): string {
  return svg(
    900,
    900,
    `<defs>${ground('g', colours)}<clipPath id="c"><rect width="600" height="600"/></clipPath></defs><rect width="900" height="900" fill="url(#g)"/><g transform="scale(1.5)" clip-path="url(#c)"><circle cx="300" cy="300" r="236" fill="${disc}"/><g transform="translate(24 24) scale(.92)">${body}</g></g>`,
  )
}

/** All four under arches: the quiz's own picture. */
export function drawQuartet(width: number, height: number): string {
  const room = width / 4
  const names = ['butterfly', 'dolphin', 'lioness', 'owl'] as const
  const top = height * 0.1
  const arches = names.map((name, i) => {
    const { ground: colours, disc, body } = animalImages[name]
    const w = room * 0.86
    const x = i * room + (room - w) / 2
    const scale = (w / 600) * 1.08
    const foot = height + 10
    const shape = `M${x} ${foot}V${top + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w} ${top + w / 2}V${foot}Z`
    const y = top + (height - top) * 0.5 - 300 * scale + w * 0.06
    return `<defs>${ground(`g${i}`, colours)}<clipPath id="c${i}"><path d="${shape}"/></clipPath></defs><g clip-path="url(#c${i})"><path d="${shape}" fill="url(#g${i})"/><circle cx="${x + w / 2}" cy="${y + 300 * scale}" r="${w * 0.4}" fill="${disc}"/><g transform="translate(${x + w / 2 - 300 * scale * 0.92} ${y + 24 * scale}) scale(${scale * 0.92})">${body}</g></g>`
  })
  return svg(
    width,
    height,
    `<defs>${ground('bg', ['#fbf1e8', '#efdccd'])}</defs><rect width="${width}" height="${height}" fill="url(#bg)"/>${arches.join('')}`,
  )
}
