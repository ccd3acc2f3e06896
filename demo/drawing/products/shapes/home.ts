import { shade, tint } from '../paint.ts'
import { box, type DrawShape, ellipse, label, line, n, path, upright } from './shape.ts'

const flame =
  path('M400 452C376 486 380 512 400 516C420 512 424 486 400 452Z', '#f2c469') +
  path('M400 478C390 494 392 508 400 510C408 508 410 494 400 478Z', '#fff3d6')

export const candle: DrawShape = ({ paint, colour, vary }) =>
  upright({ width: 230 + vary * 40, height: 240, radius: 18, fill: paint.round(colour) }) +
  ellipse(400, 566, 104 + vary * 18, 17, tint(colour, 0.55)) +
  line('M400 562V520', '#3a2d28', 5) +
  flame +
  label({ y: 668, width: 120, colour: shade(colour, 0.35) })

export const diffuser: DrawShape = ({ paint, colour, trim }) =>
  [-34, -16, 0, 18, 36].map((lean) => line(`M400 640L${400 + lean * 3} 300`, '#a98763', 6)).join('') +
  path(
    'M312 800C296 800 290 786 290 770V640C290 600 366 600 366 560V540H434V560C434 600 510 600 510 640V770C510 786 504 800 488 800Z',
    paint.round(colour),
  ) +
  upright({ width: 76, height: 26, bottom: 548, radius: 4, fill: paint.round(trim) }) +
  label({ y: 690, width: 110 })

export const vase: DrawShape = ({ paint, colour, vary }) => {
  const belly = 130 + vary * 50
  const stems = [
    ['M396 430C380 330 330 280 300 210', 300, 210],
    ['M402 430C410 330 450 260 470 180', 470, 180],
    ['M400 430C400 320 392 250 384 150', 384, 150],
    ['M406 430C440 350 500 320 540 290', 540, 290],
  ] as const
  return (
    stems
      .map(
        ([d, x, y]) =>
          line(d, '#8a8f6b', 5) +
          ellipse(x, y, 34, 24, paint.ball('#e8c4ba')) +
          ellipse(x - 26, y + 30, 20, 12, paint.flat('#9aa283')),
      )
      .join('') +
    path(
      `M366 430H434C430 500 ${n(400 + belly)} 540 ${n(400 + belly)} 660C${n(400 + belly)} 760 450 800 440 800H360C350 800 ${n(400 - belly)} 760 ${n(400 - belly)} 660C${n(400 - belly)} 540 370 500 366 430Z`,
      paint.round(colour),
    ) +
    ellipse(400, 430, 34, 7, shade(colour, 0.5))
  )
}

export const throwBlanket: DrawShape = ({ paint, colour }) =>
  [0, 1, 2]
    .map((i) =>
      box({
        x: 210 - i * 6,
        y: 720 - i * 84,
        width: 380 + i * 12,
        height: 84,
        radius: 40,
        fill: paint.flat(i % 2 === 0 ? colour : tint(colour, 0.14)),
      }),
    )
    .join('') +
  [0, 1, 2].map((i) => line(`M250 ${762 - i * 84}H560`, shade(colour, 0.24), 3, 'opacity=".5"')).join('') +
  path('M470 560C520 552 580 560 598 590V690L560 706C560 640 540 600 470 596Z', paint.flat(shade(colour, 0.06))) +
  Array.from({ length: 8 }, (_, i) => line(`M${566 + i * 5} ${702 - i * 2}V${742 - i * 2}`, colour, 3)).join('')

export const cushion: DrawShape = ({ paint, colour, vary }) =>
  path(
    'M206 440C300 470 500 470 594 440C566 560 566 680 594 800C500 776 300 776 206 800C234 680 234 560 206 440Z',
    paint.ball(colour),
  ) +
  (vary > 0.5
    ? [500, 560, 620, 680, 740]
        .map((y) => line(`M244 ${y}C340 ${y + 10} 460 ${y + 10} 556 ${y}`, tint(colour, 0.45), 7, 'opacity=".75"'))
        .join('')
    : line('M226 470C300 494 500 494 574 470M226 772C300 750 500 750 574 772', shade(colour, 0.25), 3))

export const lamp: DrawShape = ({ paint, colour, trim }) =>
  ellipse(400, 420, 300, 220, '#fff2d4', 'opacity=".35"') +
  path('M300 300H500L570 520H230Z', paint.round('#f6e9d2')) +
  upright({ width: 22, height: 120, bottom: 640, fill: paint.round(trim) }) +
  path(
    'M400 600C480 600 500 660 490 720C484 770 450 800 400 800C350 800 316 770 310 720C300 660 320 600 400 600Z',
    paint.round(colour),
  )

export const bowl: DrawShape = ({ paint, colour, vary }) =>
  path('M190 600H610C610 720 530 786 460 792V800H340V792C270 786 190 720 190 600Z', paint.round(colour)) +
  ellipse(400, 600, 210, 36, shade(colour, 0.28)) +
  (vary > 0.4
    ? [
        [330, 588, 52],
        [430, 578, 60],
        [500, 594, 44],
      ]
        .map(([x = 0, y = 0, r = 0]) => ellipse(x, y, r, r * 0.9, paint.ball('#d99a5b')))
        .join('') +
      path('M190 600C240 634 560 634 610 600C604 640 560 650 400 650C240 650 196 640 190 600Z', paint.round(colour))
    : '')

export const mug: DrawShape = ({ paint, colour }) =>
  `<path d="M500 610C600 590 610 740 496 730" fill="none" stroke="${paint.flat(colour)}" stroke-width="30"/>` +
  path('M282 560H518V740C518 780 490 800 460 800H340C310 800 282 780 282 740Z', paint.round(colour)) +
  ellipse(400, 560, 118, 22, shade(colour, 0.3)) +
  ellipse(400, 564, 102, 15, '#6b4632') +
  line('M360 500C340 460 380 440 364 400M424 500C404 460 444 440 428 400', '#ffffff', 7, 'opacity=".5"')

export const frame: DrawShape = ({ paint, colour, trim, vary }) =>
  box({ x: 232, y: 350, width: 336, height: 450, fill: paint.flat(trim) }) +
  box({ x: 250, y: 368, width: 300, height: 414, fill: '#fbf6ee' }) +
  box({ x: 296, y: 420, width: 208, height: 310, fill: paint.flat(tint(colour, 0.35)) }) +
  ellipse(400, 540 + vary * 30, 66, 66, paint.ball(colour)) +
  path('M296 730V664C350 620 430 700 504 640V730Z', shade(colour, 0.3))

export const basket: DrawShape = ({ paint, colour }) =>
  line('M300 560C300 430 500 430 500 560', shade(colour, 0.2), 16) +
  path('M216 560H584L546 800H254Z', paint.round(colour)) +
  Array.from({ length: 6 }, (_, row) =>
    line(
      `M${222 + row * 7} ${590 + row * 38}H${578 - row * 7}`,
      shade(colour, 0.3),
      4,
      `stroke-dasharray="26 10" stroke-dashoffset="${row % 2 === 0 ? 0 : 18}"`,
    ),
  ).join('') +
  ellipse(400, 560, 184, 18, shade(colour, 0.34))

export const giftBox: DrawShape = ({ paint, colour, trim }) =>
  box({ x: 220, y: 560, width: 360, height: 240, radius: 4, fill: paint.flat(colour) }) +
  box({ x: 204, y: 510, width: 392, height: 74, radius: 4, fill: paint.flat(tint(colour, 0.12)) }) +
  box({ x: 372, y: 510, width: 56, height: 290, fill: paint.round(trim) }) +
  path(
    'M400 510C330 500 270 470 290 430C310 396 380 440 400 510C420 440 490 396 510 430C530 470 470 500 400 510Z',
    paint.ball(trim),
  ) +
  ellipse(400, 504, 22, 18, shade(trim, 0.25))

export const book: DrawShape = ({ paint, colour, trim }) =>
  [
    [230, 752, 350, tint(colour, 0.3)],
    [250, 704, 320, shade(colour, 0.2)],
    [222, 656, 340, colour],
  ]
    .map(
      ([x = 0, y = 0, width = 0, fill = '']) =>
        box({
          x: Number(x),
          y: Number(y),
          width: Number(width),
          height: 46,
          radius: 5,
          fill: paint.flat(String(fill)),
        }) + box({ x: Number(x) + 20, y: Number(y) + 8, width: Number(width) - 26, height: 30, fill: '#f8f1e6' }),
    )
    .join('') +
  path('M300 656L330 400H520L500 656Z', paint.flat(colour)) +
  path('M352 430H494L478 626H332Z', 'none', `stroke="${trim}" stroke-width="4"`) +
  line('M372 500H464M366 540H440', trim, 5)

export const tin: DrawShape = ({ paint, colour, trim }) =>
  path('M236 640H564V770C564 812 236 812 236 770Z', paint.round(colour)) +
  ellipse(400, 640, 164, 44, paint.flat(tint(colour, 0.25))) +
  ellipse(400, 634, 150, 37, paint.flat(trim)) +
  label({ y: 712, width: 130 })

export const mat: DrawShape = ({ paint, colour, trim }) =>
  path('M330 520H610V790H330Z', paint.round(colour)) +
  ellipse(330, 655, 62, 136, paint.flat(shade(colour, 0.12))) +
  [46, 30, 14]
    .map(
      (rx) =>
        `<ellipse cx="330" cy="655" rx="${rx}" ry="${rx * 2.2}" fill="none" stroke="${shade(colour, 0.34)}" stroke-width="5"/>`,
    )
    .join('') +
  box({ x: 420, y: 518, width: 26, height: 274, fill: paint.flat(trim) }) +
  box({ x: 520, y: 518, width: 26, height: 274, fill: paint.flat(trim) })

export const flask: DrawShape = ({ paint, colour, trim }) =>
  path(
    'M318 800C304 800 300 790 300 776V480C300 430 344 430 344 396H456C456 430 500 430 500 480V776C500 790 496 800 482 800Z',
    paint.round(colour),
  ) +
  upright({ width: 116, height: 78, bottom: 400, radius: 12, fill: paint.round(trim) }) +
  line('M430 322C490 320 500 380 462 396', shade(trim, 0.3), 9) +
  label({ y: 620, width: 80 })

export const weights: DrawShape = ({ paint, colour, trim }) => {
  const dumbbell = (dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})">${box({ x: 300, y: 690, width: 200, height: 34, radius: 14, fill: paint.flat(trim) })}${[218, 484].map((x) => box({ x, y: 640, width: 98, height: 134, radius: 30, fill: paint.flat(colour) })).join('')}</g>`
  return dumbbell(40, -96) + dumbbell(-30, 26)
}
