import { shade, tint } from '../paint.ts'
import { box, type DrawShape, ellipse, label, line, path, upright } from './shape.ts'

export const lipstick: DrawShape = ({ paint, colour, trim }) =>
  upright({ width: 132, height: 190, radius: 8, fill: paint.round('#2b2424') }) +
  upright({ width: 112, height: 66, bottom: 612, radius: 4, fill: paint.round(trim) }) +
  path('M352 552V424C352 392 430 344 448 352V552Z', paint.round(colour)) +
  path('M352 424C352 392 430 344 448 352C446 384 392 424 352 440Z', tint(colour, 0.22), 'opacity=".75"') +
  box({ x: 334, y: 606, width: 132, height: 7, fill: shade(trim, 0.25) })

export const mascara: DrawShape = ({ paint, colour, trim }) =>
  upright({ width: 84, height: 300, radius: 34, fill: paint.round(colour) }) +
  upright({ width: 88, height: 12, bottom: 510, fill: paint.round(trim) }) +
  upright({ width: 80, height: 210, bottom: 498, radius: 30, fill: paint.round(shade(colour, 0.45)) }) +
  label({ y: 640, width: 44 }) +
  `<g transform="rotate(16 560 640)">${box({ x: 552, y: 560, width: 7, height: 240, fill: paint.round(trim) })}${Array.from(
    { length: 17 },
    (_, i) => line(`M538 ${470 + i * 7}H573`, '#2b2020', 4),
  ).join('')}</g>`

export const pumpBottle: DrawShape = ({ paint, colour, trim, vary }) => {
  const width = 190 + vary * 40
  return (
    upright({ width, height: 360, radius: 26, fill: paint.round(colour) }) +
    upright({ width: width * 0.5, height: 44, bottom: 442, radius: 6, fill: paint.round(trim) }) +
    upright({ width: 30, height: 62, bottom: 400, fill: paint.round(trim) }) +
    path('M372 340H470C492 340 500 352 500 366H484C480 358 474 356 462 356H372Z', paint.flat(trim)) +
    label({ y: 590, width: width * 0.55 })
  )
}

export const dropper: DrawShape = ({ paint, colour, trim, vary }) => {
  const height = 270 + vary * 50
  return (
    upright({ width: 186, height, radius: 30, fill: paint.round(colour) }) +
    path(
      `M320 ${800 - height + 110}H480V770C480 786 470 786 460 786H340C330 786 320 786 320 770Z`,
      shade(colour, 0.2),
      'opacity=".28"',
    ) +
    upright({ width: 84, height: 74, bottom: 804 - height, radius: 6, fill: paint.round(trim) }) +
    path(
      `M366 ${732 - height}C366 ${650 - height} 376 ${620 - height} 400 ${620 - height}C424 ${620 - height} 434 ${650 - height} 434 ${732 - height}Z`,
      paint.round('#3a302d'),
    ) +
    label({ y: 800 - height * 0.58, width: 104 })
  )
}

export const jar: DrawShape = ({ paint, colour, trim, vary }) => {
  const width = 290 + vary * 60
  return (
    upright({ width, height: 170, radius: 34, fill: paint.round(colour) }) +
    upright({ width: width * 0.96, height: 74, bottom: 634, radius: 14, fill: paint.round(trim) }) +
    ellipse(400, 562, width * 0.46, 9, tint(trim, 0.35), 'opacity=".7"') +
    label({ y: 694, width: width * 0.42 })
  )
}

export const tube: DrawShape = ({ paint, colour, trim }) =>
  path('M304 330H496L466 716H334Z', paint.round(colour)) +
  box({ x: 300, y: 316, width: 200, height: 26, radius: 4, fill: paint.flat(shade(colour, 0.1)) }) +
  Array.from({ length: 12 }, (_, i) => line(`M${312 + i * 16} 320V338`, shade(colour, 0.2), 1.5)).join('') +
  upright({ width: 134, height: 88, radius: 10, fill: paint.round(trim) }) +
  label({ y: 470, width: 96 })

export const compact: DrawShape = ({ paint, colour, trim }) =>
  ellipse(400, 480, 172, 172, paint.flat(trim)) +
  ellipse(400, 480, 152, 152, paint.ball('#efe6df')) +
  path('M280 420C330 350 430 330 500 372L310 566C280 530 264 470 280 420Z', '#ffffff', 'opacity=".35"') +
  ellipse(400, 716, 186, 82, paint.flat(shade(trim, 0.12))) +
  ellipse(400, 704, 186, 82, paint.flat(trim)) +
  ellipse(400, 702, 150, 62, paint.ball(colour)) +
  line('M330 690C360 720 440 720 470 690', tint(colour, 0.35), 4, 'opacity=".7"')

export const palette: DrawShape = ({ paint, colour, trim }) => {
  const pans = [
    tint(colour, 0.55),
    tint(colour, 0.25),
    colour,
    shade(colour, 0.2),
    shade(colour, 0.42),
    trim,
    tint(trim, 0.4),
    shade(trim, 0.3),
  ]
  return (
    path('M214 430H586L560 620H240Z', paint.flat('#f0e6de')) +
    box({ x: 200, y: 620, width: 400, height: 180, radius: 14, fill: paint.flat('#2d2625') }) +
    pans
      .map((pan, i) =>
        box({
          x: 224 + (i % 4) * 90,
          y: 638 + Math.floor(i / 4) * 76,
          width: 80,
          height: 66,
          radius: 6,
          fill: paint.ball(pan),
        }),
      )
      .join('')
  )
}

export const polish: DrawShape = ({ paint, colour }) =>
  path(
    'M306 800C286 800 280 780 284 752L300 624C304 596 330 580 400 580C470 580 496 596 500 624L516 752C520 780 514 800 494 800Z',
    paint.round(colour),
  ) +
  path('M362 582L372 330C374 306 426 306 428 330L438 582Z', paint.round('#2b2424')) +
  path('M318 650C322 630 334 620 352 616L342 760C322 758 312 744 314 722Z', '#ffffff', 'opacity=".4"')

export const bottle: DrawShape = ({ paint, colour, trim, vary }) => {
  const width = 176 + vary * 60
  return (
    path(
      `M${400 - width / 2} 800V500C${400 - width / 2} 440 352 440 352 400H448C448 440 ${400 + width / 2} 440 ${400 + width / 2} 500V800Z`,
      paint.round(colour),
    ) +
    upright({ width: 104, height: 84, bottom: 404, radius: 8, fill: paint.round(trim) }) +
    label({ y: 590, width: width * 0.56 })
  )
}

export const perfume: DrawShape = ({ paint, colour, trim, vary }) => {
  const radius = vary > 0.5 ? 90 : 22
  return (
    upright({ width: 270, height: 300, radius, fill: paint.flat(tint(colour, 0.5)) }) +
    upright({ width: 238, height: 236, bottom: 784, radius: radius * 0.85, fill: paint.round(colour) }) +
    path('M284 560C290 540 300 530 318 524L306 752C288 744 284 720 284 700Z', '#ffffff', 'opacity=".55"') +
    upright({ width: 74, height: 40, bottom: 502, fill: paint.round(trim) }) +
    (vary > 0.5
      ? ellipse(400, 412, 62, 58, paint.ball(trim))
      : upright({ width: 104, height: 92, bottom: 464, radius: 8, fill: paint.round('#2b2424') })) +
    label({ y: 630, width: 110 })
  )
}

export const soap: DrawShape = ({ paint, colour }) =>
  path(
    'M226 720C226 668 262 640 320 640H480C538 640 574 668 574 720V752C574 784 548 800 510 800H290C252 800 226 784 226 752Z',
    paint.flat(colour),
  ) +
  path(
    'M250 700C254 672 280 660 320 660H480C520 660 546 672 550 700C520 716 280 716 250 700Z',
    tint(colour, 0.5),
    'opacity=".8"',
  ) +
  label({ y: 742, width: 120, colour: shade(colour, 0.3) }) +
  path('M300 640C320 560 300 520 340 452C352 520 380 570 352 640Z', paint.flat('#8c9a7c')) +
  path('M350 640C380 580 400 560 440 520C432 580 420 620 384 640Z', paint.flat('#a3ae90'))

export const brushes: DrawShape = ({ paint, colour, trim }) =>
  [300, 366, 434, 500]
    .map((x, i) => {
      const top = [420, 330, 380, 300][i] ?? 360
      const breadth = [54, 34, 62, 44][i] ?? 44
      return `<g transform="rotate(${(i - 1.5) * 5} ${x} 800)">${box({ x: x - 9, y: top + 150, width: 18, height: 650 - top, radius: 9, fill: paint.round(colour) })}${box({ x: x - 14, y: top + 96, width: 28, height: 66, radius: 3, fill: paint.round(trim) })}${path(`M${x - 13} ${top + 100}C${x - breadth} ${top + 30} ${x - breadth / 2} ${top - 20} ${x} ${top - 30}C${x + breadth / 2} ${top - 20} ${x + breadth} ${top + 30} ${x + 13} ${top + 100}Z`, paint.round('#4a3a34'))}</g>`
    })
    .join('') + upright({ width: 280, height: 190, radius: 24, fill: paint.round(tint(colour, 0.4)) })

export const hairbrush: DrawShape = ({ paint, colour, trim }) =>
  `<g transform="rotate(14 400 560)">${box({ x: 374, y: 540, width: 52, height: 270, radius: 26, fill: paint.round(colour) })}${ellipse(400, 400, 124, 176, paint.round(colour))}${ellipse(400, 400, 98, 146, paint.ball(tint(trim, 0.5)))}${Array.from({ length: 35 }, (_, i) => ellipse(340 + (i % 5) * 30, 298 + Math.floor(i / 5) * 34, 4, 4, shade(trim, 0.3))).join('')}</g>`

export const clip: DrawShape = ({ paint, colour }) =>
  path(
    'M230 640C230 520 310 452 400 452C490 452 570 520 570 640C570 680 548 690 540 650C520 560 470 520 400 520C330 520 280 560 260 650C252 690 230 680 230 640Z',
    paint.flat(colour),
  ) +
  Array.from({ length: 7 }, (_, i) =>
    path(
      `M${276 + i * 38} ${612 - Math.abs(3 - i) * -8}C${272 + i * 38} 700 ${280 + i * 38} 760 ${290 + i * 38} 790C${300 + i * 38} 760 ${304 + i * 38} 700 ${298 + i * 38} 600Z`,
      paint.round(shade(colour, 0.12)),
    ),
  ).join('') +
  path('M290 540C330 490 470 490 510 540C470 520 330 520 290 540Z', '#ffffff', 'opacity=".4"')

export const roller: DrawShape = ({ paint, colour, trim }) =>
  `<g transform="rotate(-28 400 600)">${box({ x: 388, y: 520, width: 24, height: 250, radius: 12, fill: paint.round(trim) })}${line('M346 430V500C346 516 454 516 454 500V430', trim, 8)}${box({ x: 330, y: 396, width: 140, height: 72, radius: 34, fill: paint.ball(colour) })}${ellipse(400, 786, 46, 26, paint.ball(colour))}</g>`
