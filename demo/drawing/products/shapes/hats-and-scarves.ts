import { shade, tint } from '../paint.ts'
import { hat } from './fashion.ts'
import { type DrawShape, ellipse, line, path } from './shape.ts'

/** The rows of plaiting that tell straw from felt. */
export const strawHat: DrawShape = (options) => {
  const { colour } = options
  const rows = [0, 1, 2, 3, 4, 5, 6].map((row) => {
    const y = 508 + row * 24
    const half = 82 + Math.sqrt(row) * 21
    return line(`M${400 - half} ${y}Q400 ${y + 26} ${400 + half} ${y}`, shade(colour, 0.34), 4, plaited)
  })
  const rings = [0.99, 0.9, 0.81].map((size) => {
    const [rx, ry] = [258 * size, 60 * size]
    return line(`M${400 - rx} 730A${rx} ${ry} 0 0 0 ${400 + rx} 730`, shade(colour, 0.34), 4, plaited)
  })
  return hat(options) + rows.join('') + rings.join('')
}
const plaited = 'stroke-dasharray="15 7" opacity=".55"'

/** Felt: a pinched crown, a ribbon, and a brim that is turned up at the sides. */
export const fedora: DrawShape = ({ paint, colour }) =>
  path(
    'M150 700C180 760 300 796 400 796C500 796 620 760 650 700C600 726 500 742 400 742C300 742 200 726 150 700Z',
    paint.round(colour),
  ) +
  path('M150 700C220 664 580 664 650 700C600 734 500 748 400 748C300 748 200 734 150 700Z', shade(colour, 0.16)) +
  path(
    'M270 716C270 600 284 516 330 490C360 474 382 500 400 506C418 500 440 474 470 490C516 516 530 600 530 716C490 744 310 744 270 716Z',
    paint.round(tint(colour, 0.05)),
  ) +
  path('M400 506C392 540 392 566 400 590C408 566 408 540 400 506Z', shade(colour, 0.3), 'opacity=".6"') +
  path('M270 664C310 692 490 692 530 664V716C490 744 310 744 270 716Z', shade(colour, 0.55)) +
  path('M500 686L536 660L528 726L500 734Z', shade(colour, 0.66))

/** Hangs in soft folds, hemmed with a line and without fringes. */
export const silkScarf: DrawShape = ({ paint, colour, trim }) =>
  path('M250 380C300 300 500 300 550 380C520 440 460 470 400 470C340 470 280 440 250 380Z', paint.round(colour)) +
  path('M300 376C340 340 460 340 500 376C470 410 430 420 400 420C370 420 330 410 300 376Z', shade(colour, 0.4)) +
  path('M350 440C330 560 270 690 226 800L370 812C392 700 404 560 408 452Z', paint.round(tint(colour, 0.16))) +
  path('M404 452C412 560 440 700 470 806L596 770C540 680 470 560 450 436Z', paint.round(shade(colour, 0.05))) +
  ellipse(402, 456, 46, 38, paint.round(shade(colour, 0.1))) +
  line('M238 778L366 790', tint(trim, 0.2), 8) +
  line('M464 784L584 750', tint(trim, 0.2), 8) +
  line('M366 500C352 600 318 710 292 790', tint(colour, 0.5), 5, 'opacity=".6"') +
  line('M432 500C452 600 496 700 536 766', tint(colour, 0.45), 5, 'opacity=".6"')
