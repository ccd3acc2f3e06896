import { createRandom } from '../../seed/random.ts'
import { drawProduct, type ProductDrawing } from './draw-product.ts'
import type { Drawing } from './drawing.ts'

const PICTURES: Record<string, Pick<ProductDrawing, 'shape' | 'colour' | 'metal'>> = {
  'lip-butter-balm': { shape: 'tube', colour: '#c98c86', metal: '#d8cfc2' },
  'sleeping-mask': { shape: 'jar', colour: '#d9a59b', metal: '#c98f7c' },
  'body-cream': { shape: 'jar', colour: '#ead49a', metal: '#b9905c' },
  'body-lotion': { shape: 'pump-bottle', colour: '#9aa58a', metal: '#3a302d' },
  cologne: { shape: 'bottle', colour: '#7d9a90', metal: '#c9a25c' },
  'eau-de-parfum': { shape: 'perfume', colour: '#cf9f4f', metal: '#c9a25c' },
  'pillow-talk-set': { shape: 'gift-box', colour: '#c98c86', metal: '#c98f7c' },
  'mini-kit': { shape: 'minis', colour: '#b8674a', metal: '#3a302d' },
}

/** The eight products of the shop's static categories. */
export function* shopProducts(): Generator<Drawing> {
  for (const [index, [name, picture]] of Object.entries(PICTURES).entries()) {
    yield {
      address: `/demo/shop/${name}.svg`,
      svg: drawProduct({ ...picture, random: createRandom(4100 + index) }),
    }
  }
}
