import { shade, tint } from '../paint.ts'
import { box, type DrawShape, ellipse, line, path } from './shape.ts'

/** Jewelry lies on a stone block, so that small things fill the picture. */
const block = (fill: string): string => box({ x: 180, y: 660, width: 440, height: 140, radius: 6, fill })

const PEARL = '#f3ece4'

const hooks = (trim: string, drop: (x: number) => string): string =>
  line('M170 300H630', '#b9a892', 10) +
  [310, 490].map((x) => line(`M${x} 300C${x - 20} 320 ${x + 16} 330 ${x} 352V430`, trim, 5) + drop(x)).join('')

export const pearlDrops: DrawShape = ({ paint, trim, vary }) =>
  hooks(
    trim,
    (x) =>
      ellipse(x, 440, 22, 12, paint.flat(trim)) +
      ellipse(x, 512, 62, 66 + vary * 16, paint.ball(PEARL)) +
      ellipse(x - 20, 488, 16, 12, '#ffffff', 'opacity=".8"'),
  )

export const linearDrops: DrawShape = ({ paint, trim }) =>
  hooks(
    trim,
    (x) =>
      box({ x: x - 9, y: 420, width: 18, height: 250, radius: 9, fill: paint.round(trim) }) +
      ellipse(x, 690, 17, 17, paint.ball(trim)),
  )

const band = (cx: number, cy: number, width: number, paint: string, trim: string): string =>
  `<ellipse cx="${cx}" cy="${cy}" rx="120" ry="126" fill="none" stroke="${paint}" stroke-width="${width}"/>` +
  line(`M${cx - 94} ${cy - 66}A120 126 0 0 1 ${cx - 26} ${cy - 121}`, tint(trim, 0.75), 5)

export const signet: DrawShape = ({ paint, trim }) =>
  block(paint.flat('#e9ded1')) +
  band(400, 540, 24, paint.flat(trim), trim) +
  path('M322 430C330 376 470 376 478 430C470 470 330 470 322 430Z', paint.flat(trim)) +
  ellipse(400, 424, 60, 30, paint.ball(tint(trim, 0.25))) +
  line('M380 424H420M400 410V438', shade(trim, 0.35), 4)

export const stackingRings: DrawShape = ({ paint, trim, vary }) =>
  block(paint.flat('#e9ded1')) +
  [330, 400, 470]
    .map((x, i) =>
      band(x, 534, 11 + ((i + Math.round(vary * 2)) % 3) * 4, paint.flat(i === 1 ? tint(trim, 0.2) : trim), trim),
    )
    .join('')

export const domeRing: DrawShape = ({ paint, trim }) =>
  block(paint.flat('#e9ded1')) +
  band(400, 540, 22, paint.flat(trim), trim) +
  path('M286 520C280 400 520 400 514 520C506 452 294 452 286 520Z', paint.ball(trim)) +
  ellipse(366, 440, 40, 14, tint(trim, 0.7), 'opacity=".8"')

export const chainBracelet: DrawShape = ({ paint, trim }) =>
  Array.from({ length: 22 }, (_, i) => {
    const turn = (i / 22) * Math.PI * 2
    const [x, y] = [400 + Math.cos(turn) * 214, 690 + Math.sin(turn) * 98]
    return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="36" ry="17" fill="none" stroke="${paint.flat(trim)}" stroke-width="9" transform="rotate(${((Math.atan2(Math.cos(turn) * 98, -Math.sin(turn) * 214) * 180) / Math.PI).toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)})"/>`
  }).join('')

/** A band that does not close. */
export const cuff: DrawShape = ({ paint, trim, vary }) =>
  `<path d="M330 778A220 100 0 1 1 470 778" fill="none" stroke="${paint.flat(trim)}" stroke-width="${(34 + vary * 22).toFixed(0)}" stroke-linecap="round"/>` +
  line('M212 650A220 100 0 0 1 360 588', tint(trim, 0.75), 6)

export const beadBracelet: DrawShape = ({ paint, trim, colour }) =>
  Array.from({ length: 24 }, (_, i) => {
    const turn = (i / 24) * Math.PI * 2
    return ellipse(
      400 + Math.cos(turn) * 212,
      690 + Math.sin(turn) * 98,
      27,
      26,
      paint.ball(i % 6 === 0 ? trim : i % 2 ? colour : tint(colour, 0.35)),
    )
  }).join('')

const bust = (fill: string): string =>
  path(
    'M250 800C240 640 300 560 330 470C350 400 340 330 340 290H460C460 330 450 400 470 470C500 560 560 640 550 800Z',
    fill,
  )

export const fineChain: DrawShape = ({ paint, trim }) =>
  bust(paint.round('#efe5da')) + line('M330 430C330 570 380 650 400 668C420 650 470 570 470 430', trim, 6)

export const locket: DrawShape = ({ paint, trim }) =>
  bust(paint.round('#efe5da')) +
  line('M330 430C330 570 380 630 400 648C420 630 470 570 470 430', trim, 5) +
  ellipse(400, 700, 50, 58, paint.flat(trim)) +
  ellipse(400, 700, 38, 45, paint.ball(tint(trim, 0.2))) +
  line('M400 660V742', shade(trim, 0.3), 3) +
  ellipse(452, 700, 7, 9, shade(trim, 0.2))
