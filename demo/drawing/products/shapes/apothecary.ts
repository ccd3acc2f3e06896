import { shade, tint } from '../paint.ts'
import { box, type DrawShape, ellipse, label, line, path, upright } from './shape.ts'

/** A spray: its nozzle, and the mist that leaves it. */
export const mist: DrawShape = ({ paint, colour, trim }) =>
  upright({ width: 176, height: 300, radius: 40, fill: paint.round(tint(colour, 0.3)) }) +
  upright({ width: 148, height: 214, bottom: 784, radius: 30, fill: paint.round(colour) }) +
  upright({ width: 78, height: 40, bottom: 504, radius: 4, fill: paint.round(trim) }) +
  upright({ width: 50, height: 58, bottom: 470, radius: 10, fill: paint.round(shade(trim, 0.12)) }) +
  ellipse(380, 434, 5, 5, '#2b2424') +
  [
    [330, 430, 7],
    [296, 414, 6],
    [300, 446, 5],
    [262, 432, 5],
    [256, 404, 4],
    [252, 458, 4],
    [222, 424, 3],
    [216, 446, 3],
  ]
    .map(([x = 0, y = 0, r = 0]) => ellipse(x, y, r, r, '#ffffff', 'opacity=".8"'))
    .join('') +
  label({ y: 630, width: 92 })

/** An open jar with a pair of gel patches before it. */
export const patches: DrawShape = ({ paint, colour, trim }) => {
  const patch = (x: number, turn: number) =>
    `<g transform="translate(${x} 792) rotate(${turn})">${path('M-70 -18C-40 -46 40 -46 70 -18C78 -4 64 8 46 4C18 -8 -18 -8 -46 4C-64 8 -78 -4 -70 -18Z', paint.flat(tint(colour, 0.25)))}${line('M-48 -20C-22 -34 22 -34 48 -20', '#ffffff', 4, 'opacity=".7"')}</g>`
  return (
    upright({ width: 250, height: 150, bottom: 740, radius: 30, fill: paint.round(colour) }) +
    ellipse(400, 596, 118, 26, paint.flat(tint(colour, 0.4))) +
    ellipse(400, 594, 100, 19, shade(colour, 0.18)) +
    ellipse(570, 716, 30, 104, paint.round(trim)) +
    label({ y: 650, width: 104 }) +
    patch(300, -8) +
    patch(480, 10)
  )
}

/** A caddy with its lid on, and leaves on its label. */
export const teaTin: DrawShape = ({ paint, colour, trim }) =>
  upright({ width: 220, height: 300, radius: 10, fill: paint.round(colour) }) +
  upright({ width: 228, height: 70, bottom: 540, radius: 10, fill: paint.round(trim) }) +
  ellipse(400, 472, 108, 14, tint(trim, 0.4)) +
  box({ x: 330, y: 580, width: 140, height: 160, radius: 4, fill: '#fbf6ee' }) +
  line('M400 716V630', '#7f8a68', 5) +
  path('M400 680C366 676 352 652 350 630C376 634 396 650 400 680Z', '#8c9a7c') +
  path('M400 660C434 656 448 632 450 610C424 614 404 630 400 660Z', '#a3ae90')

/** A low open tin of green powder, with the whisk beside it. */
export const matcha: DrawShape = ({ paint, colour, trim }) =>
  path('M216 650H484V780C484 812 216 812 216 780Z', paint.round(colour)) +
  ellipse(350, 650, 134, 38, paint.flat(trim)) +
  ellipse(350, 646, 120, 31, paint.ball('#8fa35a')) +
  ellipse(336, 636, 60, 16, paint.ball('#a9ba72')) +
  path('M540 800L520 700H620L600 800Z', paint.round('#d9b98a')) +
  box({ x: 540, y: 600, width: 60, height: 104, radius: 14, fill: paint.round('#c9a06a') }) +
  [530, 546, 562, 578, 594, 610].map((x) => line(`M${x} 796V716`, '#b58c5a', 3)).join('')

/** A pharmacist's jar and a few capsules. */
export const capsules: DrawShape = ({ paint, colour, trim }) => {
  const capsule = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${box({ x: -34, y: -14, width: 68, height: 28, radius: 14, fill: paint.flat('#f7efe2') })}${path('M0 -14H20A14 14 0 0 1 20 14H0Z', paint.flat(tint(colour, 0.1)))}</g>`
  return (
    upright({ width: 220, height: 280, radius: 24, fill: paint.round('#8a5a34') }) +
    upright({ width: 180, height: 84, bottom: 528, radius: 10, fill: paint.round(trim) }) +
    box({ x: 290, y: 580, width: 220, height: 150, fill: paint.round('#f4eadb') }) +
    label({ y: 620, width: 120, colour: shade(colour, 0.3) }) +
    capsule(250, 796, -14) +
    capsule(560, 800, 22) +
    capsule(610, 770, -30)
  )
}

/** A tub of powder with its scoop. */
export const powder: DrawShape = ({ paint, colour, trim }) =>
  upright({ width: 280, height: 270, radius: 20, fill: paint.round(tint(colour, 0.35)) }) +
  upright({ width: 290, height: 66, bottom: 546, radius: 14, fill: paint.round(trim) }) +
  box({ x: 260, y: 590, width: 280, height: 130, fill: paint.round(colour) }) +
  label({ y: 630, width: 130 }) +
  path('M560 766H640C640 800 624 812 600 812C576 812 560 800 560 766Z', paint.flat('#f4eadb')) +
  ellipse(600, 766, 40, 12, '#fffaf0') +
  line('M640 772L690 744', '#e8dac4', 12)

/** Three small things that belong together. */
export const minis: DrawShape = ({ paint, colour, trim }) =>
  box({ x: 220, y: 590, width: 96, height: 210, radius: 18, fill: paint.round(tint(colour, 0.2)) }) +
  box({ x: 244, y: 540, width: 48, height: 54, radius: 6, fill: paint.round(trim) }) +
  path('M354 530H466L448 726H372Z', paint.round(colour)) +
  box({ x: 374, y: 724, width: 72, height: 76, radius: 8, fill: paint.round(trim) }) +
  box({ x: 490, y: 690, width: 140, height: 110, radius: 22, fill: paint.round(shade(colour, 0.1)) }) +
  box({ x: 494, y: 648, width: 132, height: 50, radius: 10, fill: paint.round(trim) }) +
  [
    [246, 690],
    [388, 610],
    [532, 740],
  ]
    .map(([x = 0, y = 0]) => box({ x, y, width: 46, height: 3, fill: '#fffaf4' }))
    .join('')

/** A flat scraping stone with its two curves. */
export const guaSha: DrawShape = ({ paint, colour }) =>
  `<g transform="rotate(-12 400 640)">${path('M250 520C330 470 500 470 560 560C606 640 560 730 480 780C452 796 430 770 436 744C446 700 420 680 380 690C330 704 300 760 262 744C220 722 226 676 244 640C262 604 214 560 250 520Z', paint.ball(colour))}${path('M292 540C360 500 470 506 520 570C470 540 370 530 300 580Z', '#ffffff', 'opacity=".4"')}${line('M300 660C360 620 440 640 520 600', tint(colour, 0.6), 4, 'opacity=".7"')}</g>`

/** Three barrettes on a card. */
export const clipSet: DrawShape = ({ paint, colour, trim }) =>
  box({ x: 240, y: 420, width: 320, height: 380, radius: 10, fill: paint.flat('#fbf3e8') }) +
  [500, 610, 720]
    .map(
      (y, index) =>
        box({
          x: 284,
          y: y - 26,
          width: 232,
          height: 52,
          radius: 26,
          fill: paint.round([colour, tint(colour, 0.35), shade(colour, 0.25)][index] ?? colour),
        }) +
        line(`M300 ${y - 10}H470`, '#ffffff', 4, 'opacity=".5"') +
        ellipse(506, y, 9, 9, paint.ball(trim)),
    )
    .join('')

/** Satin wound around a soft rod, with its two scrunchies. */
export const satinRod: DrawShape = ({ paint, colour }) =>
  `<path d="M240 780C200 560 300 400 400 400C500 400 600 560 560 780" fill="none" stroke="${paint.flat(colour)}" stroke-width="64" stroke-linecap="round"/>` +
  [0, 1, 2, 3, 4, 5, 6]
    .map((i) =>
      line(`M${300 + i * 28} ${428 - (3 - Math.abs(3 - i)) * 12}l26 50`, shade(colour, 0.22), 4, 'opacity=".6"'),
    )
    .join('') +
  [240, 560]
    .map((x) => ellipse(x, 770, 52, 34, paint.ball(shade(colour, 0.12))) + ellipse(x, 770, 20, 10, shade(colour, 0.4)))
    .join('')

const brush = (x: number, turn: number, breadth: number, { paint, colour, trim }: Parameters<DrawShape>[0]): string =>
  `<g transform="rotate(${turn} ${x} 800)">${box({ x: x - 11, y: 520, width: 22, height: 280, radius: 11, fill: paint.round(colour) })}${box({ x: x - 17, y: 452, width: 34, height: 76, radius: 3, fill: paint.round(trim) })}${path(`M${x - 16} 456C${x - breadth} 380 ${x - breadth * 0.6} 320 ${x} 306C${x + breadth * 0.6} 320 ${x + breadth} 380 ${x + 16} 456Z`, paint.round('#4a3a34'))}</g>`

export const singleBrush: DrawShape = (input) => brush(400, 14, 84, input)

export const brushTrio: DrawShape = (input) =>
  brush(310, -10, 38, input) + brush(400, 0, 52, input) + brush(490, 10, 28, input)

/** Four pans and a mirror. */
export const quartet: DrawShape = ({ paint, colour, trim }) =>
  path('M270 400H530L516 600H284Z', paint.flat('#2d2625')) +
  path('M290 420H510L500 584H300Z', paint.flat('#e6ecec')) +
  box({ x: 256, y: 600, width: 288, height: 200, radius: 14, fill: paint.flat('#2d2625') }) +
  [tint(colour, 0.5), colour, shade(colour, 0.35), trim]
    .map((pan, i) =>
      box({
        x: 276 + (i % 2) * 128,
        y: 618 + Math.floor(i / 2) * 84,
        width: 120,
        height: 76,
        radius: 8,
        fill: paint.ball(pan),
      }),
    )
    .join('')
