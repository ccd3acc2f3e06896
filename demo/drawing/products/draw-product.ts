import type { Random } from '../../seed/random.ts'
import type { Shape } from '../../vocabulary/product-type.ts'
import { createPaint, mix, shade, tint } from './paint.ts'
import * as apothecary from './shapes/apothecary.ts'
import * as beauty from './shapes/beauty.ts'
import * as fashion from './shapes/fashion.ts'
import * as hats from './shapes/hats-and-scarves.ts'
import * as home from './shapes/home.ts'
import * as household from './shapes/household.ts'
import * as jewelry from './shapes/jewelry.ts'
import { box, type DrawShape, ellipse, n, path } from './shapes/shape.ts'
import * as trinkets from './shapes/trinkets.ts'
import * as wardrobe from './shapes/wardrobe.ts'

const SHAPES: Record<Shape, DrawShape> = {
  lipstick: beauty.lipstick,
  mascara: beauty.mascara,
  'pump-bottle': beauty.pumpBottle,
  dropper: beauty.dropper,
  jar: beauty.jar,
  tube: beauty.tube,
  compact: beauty.compact,
  palette: beauty.palette,
  polish: beauty.polish,
  bottle: beauty.bottle,
  perfume: beauty.perfume,
  soap: beauty.soap,
  candle: home.candle,
  diffuser: home.diffuser,
  brushes: beauty.brushes,
  hairbrush: beauty.hairbrush,
  clip: beauty.clip,
  roller: beauty.roller,
  dress: fashion.dress,
  top: fashion.top,
  knit: fashion.knit,
  trousers: fashion.trousers,
  skirt: fashion.skirt,
  bag: fashion.bag,
  scarf: fashion.scarf,
  hat: fashion.hat,
  'straw-hat': hats.strawHat,
  fedora: hats.fedora,
  'silk-scarf': hats.silkScarf,
  shoes: fashion.shoes,
  sunglasses: fashion.sunglasses,
  swimsuit: fashion.swimsuit,
  hoops: jewelry.hoops,
  drops: jewelry.drops,
  necklace: jewelry.necklace,
  ring: jewelry.ring,
  bracelet: jewelry.bracelet,
  vase: home.vase,
  throw: home.throwBlanket,
  cushion: home.cushion,
  lamp: home.lamp,
  bowl: home.bowl,
  mug: home.mug,
  frame: home.frame,
  basket: home.basket,
  'gift-box': home.giftBox,
  book: home.book,
  tin: home.tin,
  mat: home.mat,
  flask: home.flask,
  weights: home.weights,
  mist: apothecary.mist,
  patches: apothecary.patches,
  'tea-tin': apothecary.teaTin,
  matcha: apothecary.matcha,
  capsules: apothecary.capsules,
  powder: apothecary.powder,
  minis: apothecary.minis,
  'gua-sha': apothecary.guaSha,
  'clip-set': apothecary.clipSet,
  'satin-rod': apothecary.satinRod,
  'single-brush': apothecary.singleBrush,
  'brush-trio': apothecary.brushTrio,
  quartet: apothecary.quartet,
  tank: wardrobe.tank,
  cardigan: wardrobe.cardigan,
  'roll-neck': wardrobe.rollNeck,
  'slip-dress': wardrobe.slipDress,
  'wrap-dress': wardrobe.wrapDress,
  tote: wardrobe.tote,
  'bucket-bag': wardrobe.bucketBag,
  crossbody: wardrobe.crossbody,
  heels: wardrobe.heels,
  mules: wardrobe.mules,
  jeans: wardrobe.jeans,
  'pearl-drops': trinkets.pearlDrops,
  'linear-drops': trinkets.linearDrops,
  signet: trinkets.signet,
  'stacking-rings': trinkets.stackingRings,
  'dome-ring': trinkets.domeRing,
  'chain-bracelet': trinkets.chainBracelet,
  cuff: trinkets.cuff,
  'bead-bracelet': trinkets.beadBracelet,
  'fine-chain': trinkets.fineChain,
  locket: trinkets.locket,
  'mushroom-lamp': household.mushroomLamp,
  'three-wick-candle': household.threeWickCandle,
  'pitcher-vase': household.pitcherVase,
  'footed-bowl': household.footedBowl,
  'espresso-cups': household.espressoCups,
  kettlebell: household.kettlebell,
  'wrist-weights': household.wristWeights,
  'glass-bottle': household.glassBottle,
}

/** Things that hang or fill the picture have no table under them. */
const HANGING: ReadonlySet<Shape> = new Set([
  ...(['dress', 'slip-dress', 'wrap-dress', 'top', 'tank', 'knit', 'cardigan', 'roll-neck'] as const),
  ...(['trousers', 'jeans', 'skirt', 'swimsuit', 'drops', 'pearl-drops', 'linear-drops'] as const),
])

const WALLS = ['#efe4d8', '#ecd9cf', '#e6ddd0', '#dfe0d6', '#e4dae0', '#dde2e3', '#f1e7d3', '#e9d3c6'] as const
const TRIMS = ['#c9a25c', '#c98f7c', '#d8cfc2', '#3a302d', '#b9905c'] as const

export interface ProductDrawing {
  shape: Shape
  /** The product's colour; a tone that suits the shape when the product has none. */
  colour: string
  /** A metal, for what is made of it. */
  metal: string | null
  random: Random
}

/** One product as a still life: an SVG of 800 × 1000 without filters, so that a grid of them scrolls smoothly. */
export function drawProduct({ shape, colour, metal, random }: ProductDrawing): string {
  const paint = createPaint()
  const wall = mix(random.pick(WALLS), tint(colour, 0.7), 0.35)
  const trim = metal ?? random.pick(TRIMS)
  const object = SHAPES[shape]({ paint, colour, trim, vary: random.next() })
  const hanging = HANGING.has(shape)
  const horizon = 620 + random.next() * 60
  const table = hanging ? '' : box({ x: 0, y: horizon, width: 800, height: 1000 - horizon, fill: 'url(#table)' })
  const shadow = hanging
    ? `<g opacity=".13" transform="translate(26 22)">${ellipse(400, 560, 190, 300, 'url(#shadow)')}</g>`
    : ellipse(452, 806, 290, 40, 'url(#shadow)') + ellipse(400, 802, 190, 15, 'url(#shadow)')
  // Shapes are drawn with air around them; in a grid they want to come closer.
  const closer = hanging
    ? 'translate(400 520) scale(1.14) translate(-400 -540)'
    : 'translate(400 836) scale(1.26) translate(-400 -800)'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000" viewBox="0 0 800 1000"><defs><linearGradient id="wall" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${tint(wall, 0.4)}"/><stop offset="1" stop-color="${shade(wall, 0.1)}"/></linearGradient><linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shade(wall, 0.08)}"/><stop offset=".25" stop-color="${tint(wall, 0.12)}"/><stop offset="1" stop-color="${tint(wall, 0.3)}"/></linearGradient><radialGradient id="shadow"><stop offset="0" stop-color="${shade(wall, 0.72)}" stop-opacity=".55"/><stop offset=".6" stop-color="${shade(wall, 0.6)}" stop-opacity=".22"/><stop offset="1" stop-color="${shade(wall, 0.5)}" stop-opacity="0"/></radialGradient>${paint.definitions()}</defs><rect width="800" height="1000" fill="url(#wall)"/>${backdrop({ wall, colour, random, hanging })}${table}<g transform="${closer}">${shadow}${object}</g></svg>`
}

interface BackdropOptions {
  wall: string
  colour: string
  random: Random
  hanging: boolean
}

/** What stands behind: an arch, a disc, window light, or nothing. */
function backdrop({ wall, colour, random, hanging }: BackdropOptions): string {
  const tone = mix(shade(wall, 0.07), colour, 0.12)
  const x = 400 + (random.next() - 0.5) * 120
  const kind = random.between(0, 3)
  if (kind === 0) return path(`M${n(x - 230)} 1000V420A230 230 0 0 1 ${n(x + 230)} 420V1000Z`, tone, 'opacity=".75"')
  if (kind === 1) return ellipse(x, hanging ? 520 : 430, 290, 290, tone, 'opacity=".7"')
  if (kind === 2) {
    const bars = [0, 1, 2].map((i) =>
      path(
        `M${n(80 + i * 210)} 0H${n(230 + i * 210)}L${n(10 + i * 210)} 1000H${n(-140 + i * 210)}Z`,
        '#fffaf0',
        'opacity=".34"',
      ),
    )
    return bars.join('')
  }
  return ''
}
