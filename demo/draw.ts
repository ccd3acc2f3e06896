import { parseArgs } from 'node:util'
import { drawArt } from './drawing/draw-art.ts'
import { drawScenes } from './drawing/draw-scenes.ts'
import { wantsOnly } from './drawing/wants.ts'

// npm run demo:draw: draws every committed image anew, public/art and demo/images; those of products are drawn by each
// build (images-plugin.ts). A folder or one image of it: npm run demo:draw -- --only art/hair,wallpapers.
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values
const wants = wantsOnly(only?.split(',') ?? [])
for (const draw of [drawArt, drawScenes]) await draw(wants)
