import { shade, tint } from '../paint.ts'
import { knit } from './fashion.ts'
import { box, type DrawShape, ellipse, line, path } from './shape.ts'

const hanger = (trim: string): string =>
  line('M400 214C400 180 432 180 432 204C432 226 400 224 400 250', trim, 6) + line('M270 316L400 250L530 316', trim, 8)

const fold = (d: string, colour: string): string => line(d, shade(colour, 0.28), 3, 'opacity=".55"')

export const tank: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  path(
    'M330 286H362C366 380 434 380 438 286H470C470 380 490 420 516 440V780C470 794 330 794 284 780V440C310 420 330 380 330 286Z',
    paint.flat(colour),
  ) +
  Array.from({ length: 11 }, (_, i) =>
    line(`M${300 + i * 20} ${i > 2 && i < 8 ? 420 : 456}V780`, shade(colour, 0.16), 3, 'opacity=".6"'),
  ).join('')

/** A knit with an opening from neck to hem. */
export const cardigan: DrawShape = (input) =>
  knit(input) +
  path('M352 318L400 470L448 318C420 330 380 330 352 318Z', shade(input.colour, 0.42)) +
  line('M400 470V790', shade(input.colour, 0.3), 6) +
  [500, 570, 640, 710].map((y) => ellipse(418, y, 9, 9, tint(input.trim, 0.3))).join('')

export const rollNeck: DrawShape = (input) =>
  knit(input) +
  box({ x: 340, y: 236, width: 120, height: 104, radius: 24, fill: input.paint.round(input.colour) }) +
  line('M344 288H456', shade(input.colour, 0.26), 4, 'opacity=".7"')

export const slipDress: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  line('M340 282L332 400', colour, 7) +
  line('M460 282L468 400', colour, 7) +
  path(
    'M318 400C350 392 372 430 400 452C428 430 450 392 482 400C492 470 486 540 500 640L520 850C470 872 330 872 280 850L300 640C314 540 308 470 318 400Z',
    paint.round(colour),
  ) +
  ['M340 560C330 680 318 780 312 856', 'M460 560C470 680 482 780 488 856', 'M400 460V864']
    .map((d) => fold(d, colour))
    .join('')

/** A wrapped front that is tied at the side. */
export const wrapDress: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  path(
    'M316 296L400 430L484 296L560 350L590 470L520 490L496 440C492 500 490 520 500 560L560 850C480 876 320 876 240 850L300 560C310 520 308 500 304 440L280 490L210 470L240 350Z',
    paint.flat(colour),
  ) +
  path('M484 296L400 430L318 552L330 566L500 372Z', shade(colour, 0.14)) +
  box({ x: 300, y: 540, width: 200, height: 26, radius: 8, fill: paint.flat(shade(colour, 0.2)) }) +
  path('M318 552C280 590 270 640 282 690L306 684C298 640 310 600 336 564Z', shade(colour, 0.22)) +
  ['M330 580L376 860', 'M470 570L516 856'].map((d) => fold(d, colour)).join('')

export const tote: DrawShape = ({ paint, colour, trim }) =>
  line('M310 540C310 350 490 350 490 540', shade(colour, 0.3), 14) +
  path('M212 520H588L560 800H240Z', paint.flat(colour)) +
  box({ x: 212, y: 514, width: 376, height: 20, radius: 6, fill: shade(colour, 0.16) }) +
  [310, 490]
    .map(
      (x) =>
        box({ x: x - 16, y: 530, width: 32, height: 54, radius: 6, fill: shade(colour, 0.2) }) +
        ellipse(x, 570, 6, 6, trim),
    )
    .join('') +
  line('M250 786H550', tint(colour, 0.3), 3, 'stroke-dasharray="9 7" opacity=".7"')

export const bucketBag: DrawShape = ({ paint, colour, trim }) =>
  line('M280 560C250 300 550 300 520 560', shade(colour, 0.3), 12) +
  path('M262 540H538L566 780C566 806 234 806 234 780Z', paint.round(colour)) +
  path('M262 540C300 570 500 570 538 540C520 508 280 508 262 540Z', shade(colour, 0.3)) +
  line('M258 590C320 616 480 616 542 590', tint(trim, 0.2), 6) +
  line('M400 608L384 690M400 608L420 684', tint(trim, 0.2), 6) +
  ellipse(383, 696, 10, 14, paint.ball(trim)) +
  ellipse(421, 690, 10, 14, paint.ball(trim))

/** A small flap bag; its strap falls in a long loop. */
export const crossbody: DrawShape = ({ paint, colour, trim }) =>
  `<path d="M262 600C180 240 620 240 538 600" fill="none" stroke="${shade(colour, 0.28)}" stroke-width="9"/>` +
  box({ x: 250, y: 580, width: 300, height: 220, radius: 26, fill: paint.flat(colour) }) +
  path(
    'M250 606C250 592 262 580 276 580H524C538 580 550 592 550 606V660C500 722 300 722 250 660Z',
    shade(colour, 0.12),
  ) +
  ellipse(400, 700, 15, 15, paint.ball(trim)) +
  [262, 538].map((x) => ellipse(x, 600, 10, 10, paint.ball(trim))).join('')

const pair = (shoe: string): string =>
  `<g transform="translate(64 -70)">${shoe}</g><g transform="translate(-16 8)">${shoe}</g>`

export const heels: DrawShape = ({ paint, colour, trim }) =>
  pair(
    line('M276 704C250 636 190 636 208 690', shade(colour, 0.2), 9) +
      path('M206 690L222 800H236L252 726Z', paint.flat(shade(colour, 0.25))) +
      path(
        'M204 672C216 656 244 664 262 690C300 740 340 756 372 742C400 716 440 722 480 746C524 760 568 774 564 800H420C350 800 290 768 252 730C230 712 208 704 204 672Z',
        paint.flat(colour),
      ) +
      path('M262 690C300 740 340 756 372 742C352 776 300 760 270 724Z', shade(colour, 0.42)) +
      ellipse(214, 664, 6, 6, trim),
  )

/** Open at the heel. */
export const mules: DrawShape = ({ paint, colour }) =>
  pair(
    path(
      'M196 760C260 744 330 760 380 772H540C560 772 560 796 540 796H206C190 790 188 770 196 760Z',
      paint.flat('#c9a37c'),
    ) +
      path(
        'M330 752C350 690 410 672 470 700C520 720 552 744 548 776H380C352 776 334 770 330 752Z',
        paint.flat(colour),
      ) +
      line('M344 746C366 700 414 688 460 706', tint(colour, 0.5), 5, 'opacity=".7"'),
  )

/** With seams and pockets. */
export const jeans: DrawShape = ({ paint, colour, trim }) =>
  line('M250 250H550', trim, 9) +
  line('M400 250C400 190 436 190 436 214', trim, 6) +
  path('M290 250H510L540 860H426L400 470L374 860H260Z', paint.flat(colour)) +
  box({ x: 288, y: 250, width: 224, height: 36, fill: shade(colour, 0.12) }) +
  ellipse(400, 268, 8, 8, paint.ball('#c9a25c')) +
  [
    'M296 290C300 340 330 356 352 352L356 288',
    'M504 290C500 340 470 356 448 352L444 288',
    'M400 288V470',
    'M282 440L272 850',
    'M518 440L528 850',
  ]
    .map((d) => line(d, '#c9a25c', 3, 'opacity=".7" stroke-dasharray="7 5"'))
    .join('') +
  line('M262 836H374M426 836H538', shade(colour, 0.2), 4)
