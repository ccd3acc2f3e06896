import { shade, tint } from '../paint.ts'
import { box, type DrawShape, ellipse, line, n, path } from './shape.ts'

/** Clothes hang from a rail's hook, in the air, not on the table. */
const hanger = (trim: string): string =>
  line('M400 214C400 180 432 180 432 204C432 226 400 224 400 250', trim, 6) + line('M270 316L400 250L530 316', trim, 8)

const fold = (d: string, colour: string): string => line(d, shade(colour, 0.28), 3, 'opacity=".55"')

export const dress: DrawShape = ({ paint, colour, trim, vary }) => {
  const hem = 560 + vary * 60
  return (
    hanger(trim) +
    path(
      `M322 292C340 330 460 330 478 292L520 330C512 400 486 440 474 486L${n(400 + hem / 4)} 850C480 872 320 872 ${n(400 - hem / 4)} 850L326 486C314 440 288 400 280 330Z`,
      paint.round(colour),
    ) +
    path('M326 486C360 500 440 500 474 486V504C440 520 360 520 326 504Z', shade(colour, 0.2)) +
    ['M360 520C350 640 330 760 310 850', 'M400 520V862', 'M440 520C452 640 470 760 492 850']
      .map((d) => fold(d, colour))
      .join('')
  )
}

export const top: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  path(
    'M316 296C340 340 460 340 484 296L590 366L560 470L506 446V770C470 786 330 786 294 770V446L240 470L210 366Z',
    paint.flat(colour),
  ) +
  ['M294 470C306 560 300 660 306 770', 'M506 470C494 560 500 660 494 770', 'M400 350V774']
    .map((d) => fold(d, colour))
    .join('') +
  [400, 480, 560, 640, 720].map((y) => ellipse(408, y, 5, 5, tint(trim, 0.4))).join('')

export const knit: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  path(
    'M310 300C340 326 460 326 490 300L584 350C620 470 632 600 628 760H556L540 520V790H260V520L244 760H172C168 600 180 470 216 350Z',
    paint.flat(colour),
  ) +
  path('M310 300C340 326 460 326 490 300L482 334C450 356 350 356 318 334Z', shade(colour, 0.14)) +
  box({ x: 260, y: 752, width: 280, height: 40, fill: shade(colour, 0.14) }) +
  Array.from({ length: 9 }, (_, i) =>
    line(`M${280 + i * 30} 400V745`, shade(colour, 0.24), 4, 'stroke-dasharray="3 9" opacity=".5"'),
  ).join('')

export const trousers: DrawShape = ({ paint, colour, trim }) =>
  line('M250 250H550', trim, 9) +
  line('M400 250C400 190 436 190 436 214', trim, 6) +
  path('M286 250H514L560 860H432L400 450L368 860H240Z', paint.flat(colour)) +
  box({ x: 284, y: 250, width: 232, height: 34, fill: shade(colour, 0.16) }) +
  ['M330 300L304 850', 'M470 300L496 850', 'M400 284V450'].map((d) => fold(d, colour)).join('')

export const skirt: DrawShape = ({ paint, colour, trim }) =>
  line('M270 300H530', trim, 9) +
  line('M400 300C400 230 436 230 436 256', trim, 6) +
  path('M300 300H500L610 800C520 842 280 842 190 800Z', paint.round(colour)) +
  box({ x: 298, y: 300, width: 204, height: 36, fill: shade(colour, 0.18) }) +
  [-3, -2, -1, 0, 1, 2, 3].map((i) => fold(`M${400 + i * 26} 340L${400 + i * 56} 822`, colour)).join('')

export const bag: DrawShape = ({ paint, colour, trim, vary }) =>
  line(`M310 560C310 ${n(330 - vary * 60)} 490 ${n(330 - vary * 60)} 490 560`, shade(colour, 0.3), 16) +
  path('M232 540H568L600 770C602 790 590 800 570 800H230C210 800 198 790 200 770Z', paint.flat(colour)) +
  path('M232 540H568L576 606C520 660 280 660 224 606Z', shade(colour, 0.12)) +
  box({ x: 370, y: 630, width: 60, height: 34, radius: 6, fill: paint.flat(trim) }) +
  line('M216 786H584', tint(colour, 0.3), 3, 'stroke-dasharray="9 7" opacity=".7"')

export const scarf: DrawShape = ({ paint, colour }) =>
  path('M286 360C286 270 514 270 514 360C514 430 470 452 400 452C330 452 286 430 286 360Z', paint.round(colour)) +
  path('M340 350C340 310 460 310 460 350C460 384 430 392 400 392C370 392 340 384 340 350Z', shade(colour, 0.42)) +
  path('M316 430L286 800H380L396 446Z', paint.round(tint(colour, 0.08))) +
  path('M420 446L446 760H540L486 424Z', paint.round(shade(colour, 0.06))) +
  Array.from(
    { length: 9 },
    (_, i) => line(`M${292 + i * 10.5} 800V836`, colour, 3) + line(`M${452 + i * 10.5} 760V796`, colour, 3),
  ).join('') +
  line('M292 730H384', tint(colour, 0.5), 7, 'opacity=".7"') +
  line('M450 700H532', tint(colour, 0.5), 7, 'opacity=".7"')

export const hat: DrawShape = ({ paint, colour, trim }) =>
  ellipse(400, 730, 268, 66, paint.round(colour)) +
  ellipse(400, 716, 236, 48, shade(colour, 0.12)) +
  path('M268 712C268 560 300 470 400 470C500 470 532 560 532 712C500 742 300 742 268 712Z', paint.round(colour)) +
  path('M268 668C300 700 500 700 532 668V712C500 742 300 742 268 712Z', paint.round(shade(trim, 0.35)))

export const shoes: DrawShape = ({ paint, colour, trim }) => {
  const shoe = (dx: number, dy: number) =>
    `<g transform="translate(${dx} ${dy})">${path('M196 640C210 610 250 606 276 640C320 694 420 716 500 728C530 734 540 760 536 776H206C188 750 186 690 196 640Z', paint.flat(colour))}${path('M214 646C230 630 250 632 266 654C300 696 360 714 400 722C340 734 250 726 214 700Z', shade(colour, 0.4))}${box({ x: 200, y: 772, width: 338, height: 22, radius: 8, fill: paint.flat('#3a2d28') })}${ellipse(420, 726, 14, 7, trim)}</g>`
  return shoe(60, -74) + shoe(-20, 6)
}

export const sunglasses: DrawShape = ({ paint, colour, vary }) => {
  const height = 74 + vary * 24
  return (
    line('M196 640C150 620 140 600 150 570', shade(colour, 0.2), 14) +
    line('M604 640C650 620 660 600 650 570', shade(colour, 0.2), 14) +
    [290, 510]
      .map(
        (x) =>
          ellipse(x, 680, 108, height, paint.flat(colour)) +
          ellipse(x, 680, 86, height - 20, paint.flat('#4b3a36')) +
          path(
            `M${x - 62} 660C${x - 40} 630 ${x} 622 ${x + 26} 630L${x - 30} 728C${x - 56} 714 ${x - 66} 690 ${x - 62} 660Z`,
            '#ffffff',
            'opacity=".22"',
          ),
      )
      .join('') +
    line('M390 664C396 650 404 650 410 664', colour, 16)
  )
}

export const swimsuit: DrawShape = ({ paint, colour, trim }) =>
  hanger(trim) +
  line('M338 290L330 420', colour, 14) +
  line('M462 290L470 420', colour, 14) +
  path(
    'M306 410C340 440 370 450 400 480C430 450 460 440 494 410C500 520 480 560 486 620C494 690 500 720 470 760C440 780 420 810 400 830C380 810 360 780 330 760C300 720 306 690 314 620C320 560 300 520 306 410Z',
    paint.round(colour),
  ) +
  line('M318 600C360 616 440 616 482 600', tint(colour, 0.45), 5, 'opacity=".7"')
