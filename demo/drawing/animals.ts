import { drawFlower, petal } from './dahlia.ts'

/** The quiz's four animals, cut from paper: each on a 600 × 600 field around (300, 300), with its own ground behind. */
export interface AnimalImage {
  ground: readonly [from: string, to: string]
  disc: string
  /** Text that stands on the ground. */
  ink: string
  body: string
}

const mirrored = (shapes: string): string => `${shapes}<g transform="translate(600 0) scale(-1 1)">${shapes}</g>`

const cut = (d: string, fill: string, extra = ''): string =>
  `<path d="${d}" fill="#2a1310" opacity=".1" transform="translate(4 9)"/><path d="${d}" fill="${fill}"${extra}/>`

const dot = (cx: number, cy: number, r: number, fill: string): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`

function butterfly(): string {
  const upper = 'M300 300C326 196 424 84 522 104C584 120 566 244 502 294C448 332 360 330 300 300Z'
  const lower = 'M300 304C384 316 474 338 486 412C494 488 420 528 368 484C330 450 310 370 300 304Z'
  const inUpper = 'M330 284C356 214 428 142 494 150C532 160 516 232 474 264C434 292 376 298 330 284Z'
  const inLower = 'M326 326C384 338 440 360 448 412C450 456 408 474 378 448C350 424 334 376 326 326Z'
  const veins = [
    'M306 296C370 250 430 190 488 130',
    'M306 298C380 276 450 250 536 204',
    'M306 308C360 340 410 370 466 388',
    'M304 312C340 370 370 420 400 478',
  ]
  const dots = [
    [540, 140, 9],
    [548, 178, 10],
    [540, 218, 9],
    [520, 252, 7],
    [470, 440, 9],
    [450, 472, 8],
    [420, 492, 6],
  ] as const
  const wing =
    cut(lower, '#c0545f') +
    `<path d="${inLower}" fill="#e59a90"/>` +
    cut(upper, '#8c2f43') +
    `<path d="${inUpper}" fill="#dc7f7c"/><path d="M350 272C376 222 430 176 478 176C500 184 488 226 458 246C424 268 384 278 350 272Z" fill="#f3bfae"/>` +
    veins.map((d) => `<path d="${d}" stroke="#5f1b2e" stroke-width="3" stroke-opacity=".55" fill="none"/>`).join('') +
    dots.map(([x, y, r]) => dot(x, y, r, '#fbe6da')).join('')
  return (
    mirrored(wing) +
    mirrored(
      '<path d="M304 214C320 170 342 142 372 126" stroke="#3a1520" stroke-width="5" stroke-linecap="round" fill="none"/><circle cx="374" cy="124" r="8" fill="#3a1520"/>',
    ) +
    cut(
      'M300 206C314 206 318 226 314 250C320 310 316 380 300 430C284 380 280 310 286 250C282 226 286 206 300 206Z',
      '#3a1520',
    )
  )
}

function owl(): string {
  const feathers = [0, 1, 2, 3, 4]
    .map((row) =>
      Array.from({ length: 6 - (row % 2) }, (_, i) => {
        const x = 216 + i * 34 + (row % 2) * 17
        const y = 350 + row * 30
        return `<path d="M${x - 17} ${y}A17 22 0 0 0 ${x + 17} ${y}" fill="${row % 2 ? '#e9d3c3' : '#f3e4d6'}" stroke="#b08f8a" stroke-width="2"/>`
      }).join(''),
    )
    .join('')
  const leaf = (x: number, y: number, turn: number) =>
    `<path d="${petal(78, 22)}" fill="#8f9b7d" transform="translate(${x} ${y}) rotate(${turn})"/>`
  return (
    `<path d="M60 522C180 506 420 512 548 492" stroke="#6b4a3c" stroke-width="20" stroke-linecap="round" fill="none"/>` +
    leaf(110, 516, -50) +
    leaf(150, 520, 28) +
    leaf(470, 500, -62) +
    leaf(505, 502, 22) +
    cut('M196 190C178 150 176 118 190 88C220 104 246 122 262 150Z', '#5b4257') +
    cut('M404 190C422 150 424 118 410 88C380 104 354 122 338 150Z', '#5b4257') +
    cut(
      'M300 122C404 122 446 226 446 336C446 448 382 516 300 516C218 516 154 448 154 336C154 226 196 122 300 122Z',
      '#7d5f78',
    ) +
    `<defs><clipPath id="belly"><path d="M300 320C368 320 404 356 402 410C400 470 356 510 300 510C244 510 200 470 198 410C196 356 232 320 300 320Z"/></clipPath></defs><g clip-path="url(#belly)"><rect x="190" y="310" width="220" height="210" fill="#f3e4d6"/>${feathers}</g>` +
    mirrored(
      '<path d="M160 300C140 370 150 450 206 492C222 440 214 360 196 300Z" fill="#5b4257"/><path d="M172 350C166 400 176 440 200 468" stroke="#8f7189" stroke-width="4" fill="none"/>' +
        dot(240, 246, 76, '#efdccd') +
        dot(240, 246, 60, '#f9efe4') +
        dot(244, 248, 40, '#e0a545') +
        dot(247, 249, 24, '#231520') +
        dot(238, 240, 8, '#fff') +
        '<path d="M166 206C190 166 240 160 300 214" stroke="#5b4257" stroke-width="16" stroke-linecap="round" fill="none"/>' +
        '<path d="M238 512v22M256 514v22M274 514v20" stroke="#e0a545" stroke-width="11" stroke-linecap="round"/>',
    ) +
    cut('M300 262C318 274 320 288 300 326C280 288 282 274 300 262Z', '#d9893a')
  )
}

function dolphin(): string {
  const back =
    'M528 330C506 308 484 292 464 284C454 240 420 202 372 186C352 179 336 176 318 174C304 138 276 112 238 102C254 128 260 156 254 184C198 208 148 262 118 338C92 346 62 352 36 378C68 380 94 384 114 380C118 404 112 434 124 460C146 432 154 398 152 364C192 314 252 290 322 296C350 298 366 306 388 318C422 334 452 344 474 344C496 348 516 346 528 330Z'
  const belly =
    'M528 330C500 326 470 330 446 322C400 306 360 268 300 266C238 264 186 300 152 364C192 314 252 290 322 296C350 298 366 306 388 318C422 334 452 344 474 344C496 348 516 346 528 330Z'
  const wave = (y: number, shift: number, fill: string) =>
    `<path d="M-120 ${y}${`q${20 + shift} -26 42 0t42 0`.repeat(11)}V1400H-120Z" fill="${fill}"/>`
  return (
    cut(back, '#4f7f95') +
    `<path d="${belly}" fill="#dcebec"/>` +
    cut('M336 294C334 338 318 374 284 402C332 396 376 362 392 314Z', '#3d6a80') +
    dot(446, 286, 8, '#14303c') +
    dot(448, 283, 2.6, '#fff') +
    '<path d="M528 330C506 326 486 318 470 308" stroke="#2f5667" stroke-width="4" stroke-linecap="round" fill="none"/>' +
    '<path d="M360 206C300 196 232 222 176 292" stroke="#7fabba" stroke-width="7" stroke-linecap="round" fill="none" opacity=".7"/>' +
    [
      [96, 300, 9],
      [70, 330, 6],
      [540, 260, 7],
      [566, 300, 5],
      [510, 226, 5],
      [180, 430, 7],
      [210, 412, 4],
    ]
      .map(([x = 0, y = 0, r = 0]) => dot(x, y, r, '#fff'))
      .join('') +
    wave(472, 1, '#8fbcc6') +
    wave(508, 4, '#5f97a8') +
    wave(548, 2, '#3b7288')
  )
}

function lioness(): string {
  const bloom = (cx: number, cy: number, radius: number, seed: number, colours: readonly [string, string, string]) =>
    drawFlower({ cx, cy, radius, petals: 90, colours, seed })
  const leaf = (x: number, y: number, turn: number) =>
    `<path d="${petal(86, 26)}" fill="#7f8a5e" transform="translate(${x} ${y}) rotate(${turn})"/>`
  const rose = ['#8c2f3f', '#dc948f', '#f9e1d8'] as const
  const amber = ['#7a3410', '#d58b45', '#f9dcae'] as const
  return (
    cut('M214 420C150 470 120 540 112 640V1400H488V640C480 540 450 470 386 420Z', '#c98d4c') +
    mirrored(
      `${cut('M176 244C120 226 104 160 138 128C182 108 232 138 244 180Z', '#c98d4c')}<path d="M178 214C146 200 138 168 156 154C184 146 210 166 218 190Z" fill="#8e5630"/>`,
    ) +
    cut(
      'M300 122C392 122 446 184 450 272C452 340 428 384 402 416C380 474 342 508 300 508C258 508 220 474 198 416C172 384 148 340 150 272C154 184 208 122 300 122Z',
      '#dfa963',
    ) +
    '<path d="M300 150C322 150 338 172 336 208C338 276 348 330 356 372H244C252 330 262 276 264 208C262 172 278 150 300 150Z" fill="#edc48a"/>' +
    mirrored(
      '<path d="M168 300C176 352 196 384 216 400C206 366 206 336 214 312Z" fill="#cf9450"/>' +
        '<path d="M184 286C204 248 246 250 266 300C238 312 206 308 184 286Z" fill="#4a2a18"/><path d="M194 286C210 258 242 262 256 296C236 304 212 300 194 286Z" fill="#e9b13f"/>' +
        dot(228, 281, 13, '#2a160c') +
        dot(224, 276, 4, '#fff') +
        '<path d="M176 262C200 226 244 224 268 256" stroke="#b5773a" stroke-width="9" stroke-linecap="round" fill="none"/>' +
        '<ellipse cx="258" cy="424" rx="56" ry="46" fill="#f8ead6"/>' +
        [
          [236, 416],
          [252, 432],
          [228, 436],
        ]
          .map(([x = 0, y = 0]) => dot(x, y, 3.4, '#9a6a45'))
          .join(''),
    ) +
    '<ellipse cx="300" cy="472" rx="36" ry="26" fill="#f8ead6"/>' +
    '<path d="M256 366C276 352 324 352 344 366C342 392 316 406 300 412C284 406 258 392 256 366Z" fill="#7a3a36"/>' +
    '<path d="M300 412V434M300 434Q280 456 254 446M300 434Q320 456 346 446" stroke="#5b2a22" stroke-width="6" stroke-linecap="round" fill="none"/>' +
    leaf(170, 176, -150) +
    leaf(430, 176, -30) +
    leaf(230, 132, -118) +
    leaf(370, 132, -62) +
    bloom(178, 168, 40, 4, amber) +
    bloom(422, 168, 40, 5, amber) +
    bloom(232, 132, 50, 6, rose) +
    bloom(368, 132, 50, 7, rose) +
    bloom(300, 116, 62, 8, ['#6d1026', '#c2414f', '#f0a79c'])
  )
}

export const animalImages: Record<'butterfly' | 'dolphin' | 'lioness' | 'owl', AnimalImage> = {
  butterfly: { ground: ['#f9e6dd', '#efc6ba'], disc: '#f6d3c6', ink: '#6b1f33', body: butterfly() },
  dolphin: { ground: ['#e9f0ee', '#bcd5d9'], disc: '#f6e3c4', ink: '#21485a', body: dolphin() },
  lioness: { ground: ['#f8ead2', '#e7c28e'], disc: '#f3d6a4', ink: '#6b3414', body: lioness() },
  owl: { ground: ['#463549', '#2a1f2e'], disc: '#f3e2c6', ink: '#f6e5da', body: owl() },
}
