import { tint } from '../paint.ts'
import { box, type DrawShape, ellipse, line, n, path } from './shape.ts'

/** Jewelry lies on a stone block, so that small things fill the picture. */
const block = (fill: string): string => box({ x: 180, y: 660, width: 440, height: 140, radius: 6, fill })

export const hoops: DrawShape = ({ paint, trim, vary }) => {
  const radius = 92 + vary * 40
  return (
    block(paint.flat('#efe7dc')) +
    [300, 500]
      .map(
        (x) =>
          `<circle cx="${x}" cy="${n(652 - radius)}" r="${n(radius)}" fill="none" stroke="${paint.flat(trim)}" stroke-width="${n(14 + vary * 12)}"/>${line(`M${n(x - radius * 0.7)} ${n(652 - radius * 1.7)}A${n(radius)} ${n(radius)} 0 0 1 ${n(x + radius * 0.2)} ${n(652 - radius * 1.98)}`, tint(trim, 0.7), 4)}`,
      )
      .join('')
  )
}

export const drops: DrawShape = ({ paint, trim, colour, vary }) =>
  line('M170 300H630', '#b9a892', 10) +
  [310, 490]
    .map(
      (x) =>
        line(`M${x} 300C${x - 20} 320 ${x + 16} 330 ${x} 352V${n(450 + vary * 60)}`, trim, 5) +
        ellipse(x, 372, 15, 15, paint.ball(trim)) +
        path(
          `M${x} ${n(440 + vary * 60)}C${x - 66} ${n(560 + vary * 60)} ${x - 52} ${n(650 + vary * 60)} ${x} ${n(650 + vary * 60)}C${x + 52} ${n(650 + vary * 60)} ${x + 66} ${n(560 + vary * 60)} ${x} ${n(440 + vary * 60)}Z`,
          paint.ball(colour),
        ),
    )
    .join('')

export const necklace: DrawShape = ({ paint, trim, colour, vary }) =>
  path(
    'M250 800C240 640 300 560 330 470C350 400 340 330 340 290H460C460 330 450 400 470 470C500 560 560 640 550 800Z',
    paint.round('#efe5da'),
  ) +
  line('M332 420C330 560 380 640 400 660C420 640 470 560 468 420', trim, 5) +
  line('M322 490C320 620 380 716 400 730C420 716 480 620 478 490', trim, 4, 'stroke-dasharray="2 7"') +
  (vary > 0.5
    ? ellipse(400, 748, 26, 26, paint.ball(trim))
    : path('M400 726C376 762 384 790 400 790C416 790 424 762 400 726Z', paint.ball(colour))) +
  ellipse(400, 668, 10, 10, paint.ball(tint(trim, 0.2)))

export const ring: DrawShape = ({ paint, trim, colour, vary }) =>
  block(paint.flat('#e9ded1')) +
  `<ellipse cx="400" cy="540" rx="128" ry="134" fill="none" stroke="${paint.flat(trim)}" stroke-width="${n(20 + vary * 16)}"/>` +
  line('M300 470A128 134 0 0 1 372 410', tint(trim, 0.75), 5) +
  (vary > 0.35
    ? path('M352 400L376 366H424L448 400L400 452Z', paint.flat(tint(colour, 0.35))) +
      line('M352 400H448M376 366L388 400L400 452L412 400L424 366', '#ffffff', 2, 'opacity=".8"')
    : ellipse(400, 404, 34, 34, paint.ball('#f6efe6')))

export const bracelet: DrawShape = ({ paint, trim, colour, vary }) =>
  `<ellipse cx="400" cy="690" rx="220" ry="104" fill="none" stroke="${paint.flat(trim)}" stroke-width="${n(18 + vary * 24)}"/>` +
  line('M214 640A220 104 0 0 1 360 590', tint(trim, 0.75), 5) +
  [-2, -1, 0, 1, 2]
    .map((i) =>
      ellipse(400 + i * 62, 790 - Math.abs(i) * 13, 17, 17, paint.ball(i % 2 === 0 ? colour : tint(trim, 0.3))),
    )
    .join('')
