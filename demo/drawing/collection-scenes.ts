import type { Scene } from './still-life.ts'

const gold = '#c9a25c'
const cream = '#f3e8da'
const blush = ['#8c2f3f', '#dc948f', '#f9e1d8'] as const
const linen = ['#b98a6c', '#e6cdb6', '#fbf3e8'] as const

/** What each collection of the home page holds, as things on a table. Named by its image. */
export const collectionScenes: Record<string, Scene> = {
  'new-arrivals': {
    ...{ wall: '#ecd9cf', table: '#f3e5dc', tone: '#c98f83', backdrop: 'arch' },
    blocks: [{ x: 180, width: 270, height: 120, colour: '#ddb9ab', round: true }],
    props: [
      { shape: 'tote', x: -170, size: 1.02, colour: '#b9795f', trim: gold },
      { shape: 'mist', x: 180, lift: 122, size: 0.78, colour: '#d9a79b', trim: gold },
      { shape: 'lipstick', x: 30, size: 0.58, colour: '#a93a45', trim: gold },
      { shape: 'sunglasses', x: 300, size: 0.42, colour: '#7a4a36', vary: 0.4 },
    ],
    flowers: [{ x: -380, lift: 54, radius: 56, colours: blush, seed: 71 }],
  },
  gifts: {
    ...{ wall: '#e6dccf', table: '#f0e8dd', tone: '#b9958a', backdrop: 'disc' },
    blocks: [{ x: 210, width: 260, height: 90, colour: '#cdbba6' }],
    props: [
      { shape: 'giftBox', x: -140, size: 1.04, colour: '#a9505a', trim: '#f0dcd0' },
      { shape: 'giftBox', x: 210, lift: 90, size: 0.62, colour: '#efe2d2', trim: '#a9505a' },
      { shape: 'candle', x: 110, size: 0.5, colour: cream },
      { shape: 'book', x: 330, size: 0.46, colour: '#8f9a7c', trim: gold },
    ],
    flowers: [{ x: -370, lift: 52, radius: 54, colours: blush, seed: 72 }],
  },
  home: {
    ...{ wall: '#dfdccf', table: '#eae5d9', tone: '#a8a184', backdrop: 'window' },
    blocks: [{ x: -210, width: 250, height: 110, colour: '#c5bba3' }],
    props: [
      { shape: 'mushroomLamp', x: -210, lift: 110, size: 0.8, colour: '#e9dcc6' },
      { shape: 'pitcherVase', x: 130, size: 0.98, colour: '#b96f55', vary: 0.4 },
      { shape: 'throwBlanket', x: 340, size: 0.56, colour: '#d9c7ad' },
      { shape: 'espressoCups', x: -40, size: 0.5, colour: '#8f9a7c' },
    ],
  },
  jewelry: {
    ...{ wall: '#e9dccb', table: '#f2e8db', tone: '#c09a6a', backdrop: 'arch' },
    props: [
      { shape: 'locket', x: -20, size: 1.08, colour: '#d8a15b', trim: '#d3a64f' },
      { shape: 'stackingRings', x: 290, size: 0.5, colour: gold, trim: '#d3a64f', vary: 0.4 },
      { shape: 'chainBracelet', x: -300, size: 0.52, colour: gold, trim: '#d3a64f' },
    ],
    flowers: [{ x: 400, lift: 44, radius: 46, colours: linen, seed: 73 }],
  },
}
