import { parseArgs } from 'node:util'
import { drawArt } from './drawing/draw-art.ts'
import { drawScenes } from './drawing/draw-scenes.ts'
import { drawLineup } from './drawing/products/draw-lineup.ts'
import { drawProducts } from './drawing/products/draw-products.ts'
import { drawShopProducts } from './drawing/products/draw-shop-products.ts'
import { wantsOnly } from './drawing/wants.ts'

// npm run demo:draw: draws every committed image anew, public/art and demo/images. A folder or one image of it:
// npm run demo:draw -- --only art/hair,wallpapers.
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const wants = wantsOnly(only?.split(',') ?? [])
for (const draw of [drawArt, drawScenes, drawProducts, drawLineup, drawShopProducts]) await draw(wants)
