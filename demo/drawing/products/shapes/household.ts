import { shade, tint } from '../paint.ts'
import { bowl, vase } from './home.ts'
import { box, type DrawShape, ellipse, label, line, path, upright } from './shape.ts'

/** A dome of one piece with its foot. */
export const mushroomLamp: DrawShape = ({ paint, colour }) =>
  ellipse(400, 470, 320, 230, '#fff2d4', 'opacity=".35"') +
  path('M330 800C330 780 356 770 362 720L372 540H428L438 720C444 770 470 780 470 800Z', paint.round(colour)) +
  path('M190 540C190 400 290 330 400 330C510 330 610 400 610 540C560 572 240 572 190 540Z', paint.ball(colour)) +
  ellipse(400, 546, 186, 22, '#fff4da')

export const threeWickCandle: DrawShape = ({ paint, colour }) =>
  upright({ width: 350, height: 210, radius: 20, fill: paint.round(colour) }) +
  ellipse(400, 596, 164, 24, tint(colour, 0.55)) +
  [316, 400, 484]
    .map(
      (x, i) =>
        line(`M${x} ${590 + (i % 2) * 6}V548`, '#3a2d28', 5) +
        path(`M${x} 480C${x - 22} 512 ${x - 18} 540 ${x} 544C${x + 18} 540 ${x + 22} 512 ${x} 480Z`, '#f2c469') +
        path(`M${x} 506C${x - 9} 520 ${x - 7} 536 ${x} 538C${x + 7} 536 ${x + 9} 520 ${x} 506Z`, '#fff3d6'),
    )
    .join('') +
  label({ y: 690, width: 140, colour: shade(colour, 0.35) })

export const pitcherVase: DrawShape = (input) =>
  `<path d="M430 470C560 440 590 620 500 690" fill="none" stroke="${input.paint.flat(input.colour)}" stroke-width="26" stroke-linecap="round"/>` +
  vase(input) +
  path('M366 430L336 414C346 440 356 452 368 458Z', input.paint.flat(input.colour))

export const footedBowl: DrawShape = (input) =>
  path('M330 800C350 780 372 760 376 690H424C428 760 450 780 470 800Z', input.paint.round(shade(input.colour, 0.06))) +
  `<g transform="translate(0 -90)">${bowl({ ...input, vary: 0 })}</g>`

/** Two small cups on saucers. */
export const espressoCups: DrawShape = ({ paint, colour }) => {
  const cup = (dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})">${ellipse(400, 786, 130, 24, paint.flat(tint(colour, 0.25)))}${ellipse(400, 782, 92, 14, shade(colour, 0.12))}<path d="M464 700C520 690 524 752 462 750" fill="none" stroke="${paint.flat(colour)}" stroke-width="17"/>${path('M326 670H474V720C474 760 450 780 424 780H376C350 780 326 760 326 720Z', paint.round(colour))}${ellipse(400, 670, 74, 15, shade(colour, 0.3))}${ellipse(400, 672, 62, 10, '#5c3a28')}</g>`
  return cup(96, -66) + cup(-76, 10)
}

export const kettlebell: DrawShape = ({ paint, colour, trim }) =>
  `<path d="M318 600C270 420 530 420 482 600" fill="none" stroke="${paint.flat(shade(colour, 0.2))}" stroke-width="44"/>` +
  ellipse(400, 676, 156, 140, paint.ball(colour)) +
  box({ x: 320, y: 786, width: 160, height: 18, radius: 8, fill: shade(colour, 0.3) }) +
  ellipse(400, 690, 44, 44, paint.flat(trim))

/** Two soft cuffs, rolled. */
export const wristWeights: DrawShape = ({ paint, colour, trim }) => {
  const cuffOf = (dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})">${path('M270 660C270 610 530 610 530 660V760C530 812 270 812 270 760Z', paint.round(colour))}${ellipse(400, 660, 130, 40, shade(colour, 0.14))}${ellipse(400, 664, 92, 24, shade(colour, 0.42))}${box({ x: 440, y: 690, width: 70, height: 84, radius: 8, fill: paint.flat(trim) })}${[310, 350, 390].map((x) => line(`M${x} ${704}V${788}`, shade(colour, 0.22), 4, 'opacity=".6"')).join('')}</g>`
  return cuffOf(80, -110) + cuffOf(-56, 10)
}

/** Clear glass, water in it, a sleeve of the product's colour. */
export const glassBottle: DrawShape = ({ paint, colour, trim }) =>
  path(
    'M318 800C304 800 300 790 300 776V480C300 430 344 430 344 396H456C456 430 500 430 500 480V776C500 790 496 800 482 800Z',
    '#dfe9e8',
    'opacity=".85"',
  ) +
  path('M308 520H492V770C492 786 486 792 474 792H326C314 792 308 786 308 770Z', '#c3dadb', 'opacity=".8"') +
  box({ x: 298, y: 600, width: 204, height: 170, radius: 12, fill: paint.round(colour) }) +
  path('M322 480C324 456 336 446 352 438L346 590H322Z', '#ffffff', 'opacity=".7"') +
  upright({ width: 116, height: 70, bottom: 400, radius: 12, fill: paint.round(trim) }) +
  label({ y: 660, width: 80 })
