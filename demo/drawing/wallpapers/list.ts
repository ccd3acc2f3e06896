import { branches, meadow, nightGarden, tulips } from './botanical.ts'
import type { Wallpaper } from './canvas.ts'
import { bouquet, dahlia } from './dahlias.ts'
import { clouds, hour, moonPhases, night, windowLight } from './light.ts'
import { arches, collage, cutOuts, hills } from './paper.ts'
import { awning, gingham, scallops } from './pattern.ts'
import { words } from './words.ts'

const blush = ['#8c2f3f', '#dc948f', '#f9e1d8'] as const
const rose = ['#6d1026', '#c2414f', '#f0a79c'] as const
const linen = ['#b98a6c', '#e6cdb6', '#fbf3e8'] as const
const ink = ['#2c0a14', '#8a2a40', '#dd8d8b'] as const
const lilac = ['#7c5b78', '#c3a6bf', '#f3e6ef'] as const
const sea = ['#34505a', '#8fb0b3', '#e8f0ec'] as const
const petalPink = ['#c4586e', '#f0b3b5', '#fff1ec'] as const

/** Every wallpaper of the demo shop, by its file's name. */
export const wallpapers: Record<string, () => Wallpaper> = {
  // pink
  'blush-corner': () =>
    dahlia({
      x: 0.96,
      y: 0.9,
      radius: 980,
      colours: blush,
      ground: ['#f8e4dc', '#ebbfb4'],
      halo: '#c98579',
      seed: 302,
    }),
  'rose-window': () =>
    dahlia({ x: 0.5, y: 0.62, radius: 560, colours: rose, ground: ['#f1c9be', '#dd958d'], halo: '#a8434c', seed: 301 }),
  sorbet: () =>
    bouquet({
      ground: ['#fbe6de', '#f3c5bb'],
      kinds: [petalPink, rose, blush],
      blooms: [
        [0.93, 0.52, 250],
        [0.06, 0.66, 330],
        [0.98, 0.78, 380],
        [0.3, 0.93, 460],
        [0.55, 0.76, 150],
      ],
    }),
  'pink-hour': () =>
    hour(
      ['#f7cfc0', '#e88f95', '#a95f86'],
      [
        [0.1, 0.2, 0.9, '#ffe3cf'],
        [0.9, 0.36, 0.8, '#f59e98'],
        [0.2, 0.6, 0.9, '#ea7f92'],
        [0.95, 0.78, 0.9, '#c9739d'],
        [0.3, 0.98, 0.8, '#8d5a8c'],
      ],
    ),
  'picnic-pink': () => gingham('#fff4ef', '#e5909a', 160),
  'rose-arches': () =>
    arches({
      wall: ['#f9e3da', '#f4d0c5'],
      bands: ['#f0b9ae', '#e3938f', '#cf6a74', '#a9435a', '#7a2741'],
      sun: '#fbe9d3',
    }),
  'ribbon-stripe': () =>
    awning([
      [170, '#fbeee6'],
      [28, '#d9707c'],
      [16, '#fbeee6'],
      [170, '#f1b9b3'],
      [16, '#fbeee6'],
      [28, '#d9707c'],
    ]),
  'cotton-sky': () => clouds({ air: ['#f3a7a5', '#f8c6ba', '#fde4d2'], lit: '#fff6ee', shaded: '#e59aa4', seed: 14 }),
  softly: () =>
    words({
      ground: ['#f9dcd3', '#efb9b1'],
      lines: ['softly,', 'softly'],
      ink: '#7d2236',
      size: 400,
      flower: petalPink,
      glowColour: '#fdeee4',
    }),
  'scallop-shell': () => scallops(['#fdeee6', '#fadcd2', '#f5c4bd', '#eea7a6', '#e48a90', '#d56c7b'], 180),
  camellia: () =>
    dahlia({
      x: 0.46,
      y: 0.72,
      radius: 640,
      colours: petalPink,
      ground: ['#fff3ee', '#f8d3cd'],
      halo: '#e79aa0',
      seed: 318,
      length: 0.82,
      petals: 150,
    }),
  rosewater: () =>
    hour(
      ['#fff4ee', '#fbdcd6', '#f4c0c2'],
      [
        [0.9, 0.25, 0.7, '#fde6d8'],
        [0.1, 0.5, 0.8, '#f9cbc9'],
        [0.85, 0.72, 0.8, '#eeb0bd'],
        [0.2, 0.98, 0.8, '#fbe3d2'],
      ],
    ),
  // neutrals
  'linen-check': () => gingham('#faf5ec', '#c3a384', 160),
  'oat-stripe': () =>
    awning([
      [120, '#f4ebdd'],
      [120, '#e2cfb4'],
      [120, '#f4ebdd'],
      [16, '#a9825c'],
      [16, '#f4ebdd'],
      [16, '#a9825c'],
    ]),
  'first-light': () =>
    dahlia({
      x: 0.5,
      y: 0.93,
      radius: 900,
      colours: linen,
      ground: ['#f4ebe0', '#dfcab4'],
      halo: '#bfa080',
      seed: 300,
    }),
  'paper-garden': () =>
    cutOuts({
      ground: '#f1e6d8',
      shapes: ['#b5694a', '#d9a07e', '#8a8a6a', '#3f332d', '#cdb89c', '#c98d76'],
      seed: 21,
    }),
  'torn-paper': () => collage('#f3eadd', ['#c98567', '#e4cdb2', '#a99a80', '#7d4331', '#ecdfcb'], 11),
  'one-line': () =>
    tulips({
      ground: ['#f7efe5', '#efe1d1'],
      ink: '#3b2a24',
      wash: '#e7b9a2',
      washes: [
        [700, 1560, 210],
        [1110, 1880, 170],
        [280, 2060, 160],
      ],
    }),
  'terracotta-door': () =>
    arches({ wall: ['#efe0cd', '#e6cfb6'], bands: ['#d9ab86', '#c4855f', '#a75f3f', '#7c3f2a'], sun: '#f6e6c8' }),
  breathe: () =>
    words({ ground: ['#efe5d8', '#dccab5'], lines: ['breathe'], ink: '#4a3529', size: 380, glowColour: '#fbf5ec' }),
  'four-o-clock': () => windowLight(['#d9c2a8', '#b99a7c'], '#fff0d2'),
  // after dark
  'midnight-dahlia': () =>
    dahlia({ x: 0.4, y: 0.7, radius: 720, colours: ink, ground: ['#1a0e12', '#0a0607'], halo: '#5c1f30', seed: 303 }),
  'new-moon': () =>
    night({
      air: ['#0f1226', '#232447', '#5c4468', '#b9798a'],
      hills: ['#4a3550', '#33263f', '#1f1a2e', '#120f1c'],
      moon: '#f7e3c6',
      seed: 5,
    }),
  'plum-velvet': () =>
    hour(
      ['#1c0c18', '#3d1530', '#140810'],
      [
        [0.85, 0.3, 0.8, '#5c1f46'],
        [0.1, 0.55, 0.9, '#7a2a4d'],
        [0.7, 0.78, 0.8, '#a03d55'],
        [0.2, 1, 0.9, '#2a0f26'],
      ],
    ),
  'moon-phases': () => moonPhases(['#17130f', '#0b0908'], '#d9b36c'),
  'night-garden': () =>
    nightGarden(
      ['#141b1d', '#0c1112'],
      ['#2a3f38', '#36503f', '#1f312e', '#46604a'],
      ['#f3d9d2', '#e9b7b4', '#fbf0e6'],
      77,
    ),
  'rest-well': () =>
    words({
      ground: ['#221524', '#120b14'],
      lines: ['rest', 'well'],
      ink: '#eec4b6',
      size: 460,
      flower: lilac,
      glowColour: '#4a2746',
    }),
  // sage and sky
  eucalyptus: () =>
    branches({
      ground: ['#eff0e6', '#d9decb'],
      leaves: ['#8fa088', '#a9b79c', '#7c9079', '#bcc8b0'],
      wood: '#8b7b62',
      seed: 9,
    }),
  'sage-check': () => gingham('#f7f5ea', '#93a582', 120),
  'open-sky': () => clouds({ air: ['#6fa3c7', '#a8cbdd', '#e6eff0'], lit: '#ffffff', shaded: '#9dbace', seed: 31 }),
  'long-grass': () =>
    meadow({
      air: ['#d9e6ea', '#eaf0e8', '#f6efdc'],
      grass: ['#6f8a62', '#88a074', '#587553', '#a3b585'],
      petals: ['#e8876f', '#f2b0a0', '#d9625c', '#f6cdb9'],
      heart: '#e0a83f',
      seed: 40,
    }),
  'powder-room': () =>
    dahlia({ x: 0.62, y: 1, radius: 960, colours: lilac, ground: ['#ece4ec', '#cdbacb'], halo: '#9a7f98', seed: 305 }),
  'sea-glass': () =>
    hour(
      ['#e4efe9', '#b5d2cd', '#7fabb0'],
      [
        [0.15, 0.22, 0.8, '#f3f5e8'],
        [0.9, 0.45, 0.8, '#a9cdd2'],
        [0.1, 0.68, 0.8, '#93b99f'],
        [0.85, 0.95, 0.9, '#4f8390'],
      ],
    ),
  hydrangea: () =>
    bouquet({
      ground: ['#eaf0f3', '#cfdbe4'],
      kinds: [lilac, sea, ['#4a5f8f', '#9db1d6', '#eef2fa']],
      blooms: [
        [0.04, 0.55, 240],
        [0.95, 0.64, 340],
        [0.12, 0.8, 360],
        [0.72, 0.92, 440],
        [0.46, 0.7, 130],
      ],
    }),
  'blue-hills': () =>
    hills({
      air: ['#c9dbe3', '#e4e3dc', '#f4dcc8'],
      sun: '#fbeeda',
      ridges: ['#b3c3cc', '#93aab8', '#6f8ea1', '#4d7085', '#335567', '#1f3d4c'],
      seed: 18,
    }),
  'olive-branch': () =>
    branches({
      ground: ['#e9eef0', '#cfdbe0'],
      leaves: ['#6f8663', '#8ea07c', '#5a7355', '#b2bd9b'],
      wood: '#7a6a55',
      seed: 23,
      round: false,
    }),
}
