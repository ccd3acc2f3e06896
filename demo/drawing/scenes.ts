import type { Scene } from './still-life.ts'

const gold = '#c9a25c'
const cream = '#f3e8da'
const ink = '#3a2c2a'
const blush = ['#8c2f3f', '#dc948f', '#f9e1d8'] as const
const linen = ['#b98a6c', '#e6cdb6', '#fbf3e8'] as const
const plum = ['#2c0a14', '#8a2a40', '#dd8d8b'] as const
const honey = ['#8f4510', '#dd9850', '#fbe3b8'] as const
const lilac = ['#7c5b78', '#c3a6bf', '#f3e6ef'] as const

/** One still life for each category, shop tile and band. */
export const scenes = {
  hair: {
    wall: '#ead9c6',
    table: '#f0e2d2',
    tone: '#c98e62',
    backdrop: 'arch',
    blocks: [{ x: 40, width: 300, height: 110, colour: '#dcbf9f', round: true }],
    props: [
      { shape: 'hairbrush', x: -300, size: 0.92, colour: '#a9704a', trim: gold, lean: -7 },
      { shape: 'pumpBottle', x: 40, lift: 112, size: 1, colour: '#b9744a', trim: '#4a332a' },
      { shape: 'bottle', x: 262, size: 0.92, colour: '#e8c8a4', trim: '#a9704a' },
      { shape: 'clip', x: -110, size: 0.55, colour: '#8a4b31', trim: gold },
    ],
    flowers: [{ x: 395, lift: 58, radius: 62, colours: honey, seed: 3 }],
  },
  makeup: {
    wall: '#efd2cb',
    table: '#f4dfd8',
    tone: '#b9434f',
    backdrop: 'disc',
    blocks: [
      { x: -200, width: 230, height: 150, colour: '#d99f98' },
      { x: 205, width: 260, height: 80, colour: '#e7bdb4', round: true },
    ],
    props: [
      { shape: 'palette', x: 10, size: 0.8, colour: '#b5605c', trim: '#5b2a30', vary: 0.7 },
      { shape: 'lipstick', x: -250, lift: 150, size: 0.84, colour: '#a9263a', trim: gold },
      { shape: 'lipstick', x: -150, lift: 150, size: 0.7, colour: '#d5756f', trim: gold },
      { shape: 'brushes', x: 210, lift: 84, size: 0.85, colour: '#c9807b', trim: '#4a2c2e' },
      { shape: 'polish', x: 375, size: 0.62, colour: '#8e2338', trim: ink },
    ],
    flowers: [{ x: -395, lift: 62, radius: 66, colours: blush, seed: 9 }],
  },
  tools: {
    wall: '#e2ddd4',
    table: '#ece7df',
    tone: '#8a93a0',
    backdrop: 'arch',
    blocks: [{ x: -170, width: 280, height: 90, colour: '#cfc6b8' }],
    props: [
      { shape: 'brushes', x: -170, lift: 90, size: 1.02, colour: '#d8b7ab', trim: '#4d3a35' },
      { shape: 'roller', x: 130, size: 0.95, colour: '#a9bfae', trim: gold },
      { shape: 'hairbrush', x: 335, size: 0.84, colour: '#3f3936', trim: gold, lean: 8 },
      { shape: 'clip', x: 20, size: 0.5, colour: '#b4876b', trim: gold },
    ],
    flowers: [{ x: -390, lift: 54, radius: 58, colours: linen, seed: 12 }],
  },
  fashion: {
    wall: '#e6d8cb',
    table: '#efe3d8',
    tone: '#a97a4f',
    backdrop: 'rail',
    props: [
      { shape: 'trousers', x: -420, lift: 126, size: 0.98, colour: '#8a5a44', trim: gold, hangs: true },
      { shape: 'knit', x: -160, lift: 136, size: 0.95, colour: '#e9dcc9', trim: gold, hangs: true },
      { shape: 'dress', x: 130, lift: 136, size: 0.95, colour: '#9c3a49', trim: gold, vary: 0.6, hangs: true },
      { shape: 'top', x: 390, lift: 136, size: 0.95, colour: '#d9a79b', trim: '#b98f7d', hangs: true },
    ],
  },
  'home-decor': {
    wall: '#dfdccf',
    table: '#e9e4d8',
    tone: '#b79a73',
    backdrop: 'window',
    blocks: [{ x: 270, width: 300, height: 120, colour: '#c8bda6' }],
    props: [
      { shape: 'frame', x: -250, size: 0.98, colour: '#bf8873', trim: '#a98a5a', vary: 0.3 },
      { shape: 'vase', x: 10, size: 1.02, colour: '#b96f55', vary: 0.6 },
      { shape: 'lamp', x: 275, lift: 120, size: 0.88, colour: '#7f8a6d', trim: gold },
      { shape: 'candle', x: -90, size: 0.45, colour: cream },
      { shape: 'bowl', x: 110, size: 0.42, colour: '#e3d5c3', vary: 0.8 },
    ],
  },
  gifts: {
    wall: '#4a1f2a',
    table: '#5b2833',
    tone: '#8a3346',
    backdrop: 'disc',
    blocks: [{ x: 205, width: 260, height: 110, colour: '#7a3342' }],
    props: [
      { shape: 'giftBox', x: -165, size: 1.08, colour: '#e6c3b4', trim: '#9a3347' },
      { shape: 'giftBox', x: 205, lift: 110, size: 0.66, colour: '#b9505b', trim: gold },
      { shape: 'candle', x: 28, size: 0.7, colour: '#f3e3d3' },
      { shape: 'tin', x: 390, size: 0.6, colour: '#d9a58b', trim: gold },
    ],
    flowers: [{ x: -402, lift: 70, radius: 74, colours: plum, seed: 4 }],
  },
  brands: {
    wall: '#e9dfd3',
    table: '#f1e9de',
    tone: '#b98c79',
    backdrop: 'arches',
    blocks: [
      { x: -255, width: 210, height: 90, colour: '#d3bfa8', round: true },
      { x: -20, width: 220, height: 210, colour: '#c9ab93', round: true },
      { x: 225, width: 230, height: 130, colour: '#dcc8b4', round: true },
    ],
    props: [
      { shape: 'jar', x: -255, lift: 92, size: 0.58, colour: '#efe2d6', trim: '#a98a5a' },
      { shape: 'perfume', x: -20, lift: 212, size: 0.78, colour: '#d89a86', trim: gold },
      { shape: 'dropper', x: 225, lift: 132, size: 0.76, colour: '#7d4a3b', trim: gold },
      { shape: 'lipstick', x: 385, size: 0.6, colour: '#a93a45', trim: gold },
      { shape: 'ring', x: -395, size: 0.34, colour: '#c05b68', trim: gold },
    ],
  },
  balms: {
    wall: '#efd8cc',
    table: '#f5e5db',
    tone: '#d27d6c',
    backdrop: 'arch',
    blocks: [{ x: 110, width: 320, height: 90, colour: '#e0b6a3', round: true }],
    props: [
      { shape: 'tube', x: -210, size: 0.95, colour: '#d98b7c', trim: cream },
      { shape: 'tin', x: 110, lift: 94, size: 0.85, colour: '#c9695f', trim: '#efcfc0' },
      { shape: 'lipstick', x: -55, size: 0.74, colour: '#c75b5b', trim: '#e9cdb8' },
      { shape: 'jar', x: 325, size: 0.55, colour: '#f0dccd', trim: '#c98f7c' },
    ],
    flowers: [{ x: -365, lift: 58, radius: 62, colours: blush, seed: 22 }],
  },
  body: {
    wall: '#dcdccf',
    table: '#e7e6da',
    tone: '#96a283',
    backdrop: 'window',
    blocks: [{ x: -130, width: 300, height: 80, colour: '#c3c5ad', round: true }],
    props: [
      { shape: 'pumpBottle', x: -130, lift: 82, size: 0.98, colour: '#8d9b7a', trim: cream },
      { shape: 'jar', x: 170, size: 0.85, colour: '#efe8d9', trim: '#b09468' },
      { shape: 'soap', x: 370, size: 0.6, colour: '#d8c3a8', trim: cream },
      { shape: 'bottle', x: 20, size: 0.76, colour: '#c9a583', trim: '#6d5a44' },
    ],
    flowers: [{ x: -345, lift: 60, radius: 64, colours: linen, seed: 31 }],
  },
  sets: {
    wall: '#ddd0dc',
    table: '#e8dde7',
    tone: '#94728f',
    backdrop: 'arches',
    blocks: [{ x: -20, width: 520, height: 100, colour: '#bfa5bb' }],
    props: [
      { shape: 'giftBox', x: -165, lift: 100, size: 0.7, colour: '#8f6c8a', trim: '#f0dfe6' },
      { shape: 'dropper', x: 25, lift: 100, size: 0.78, colour: '#efe3ec', trim: gold },
      { shape: 'perfume', x: 150, lift: 100, size: 0.64, colour: '#c9a3bd', trim: gold },
      { shape: 'jar', x: 330, size: 0.58, colour: '#f4ebf1', trim: '#94728f' },
    ],
    flowers: [{ x: -362, lift: 64, radius: 68, colours: lilac, seed: 17 }],
  },
  jewelry: {
    wall: '#3b2a22',
    table: '#4a362b',
    tone: '#8a6237',
    backdrop: 'disc',
    props: [
      { shape: 'necklace', x: 10, size: 1.06, colour: '#d8a15b', trim: '#e2b765', vary: 0.3 },
      { shape: 'hoops', x: -265, size: 0.62, colour: gold, trim: '#e2b765', vary: 0.4 },
      { shape: 'ring', x: 270, size: 0.6, colour: '#c05b68', trim: '#e2b765', vary: 0.8 },
    ],
    flowers: [{ x: 420, lift: 52, radius: 56, colours: honey, seed: 8 }],
  },
  skincare: {
    wall: '#eadccb',
    table: '#f2e7da',
    tone: '#c39a78',
    backdrop: 'arches',
    blocks: [{ x: -40, width: 240, height: 150, colour: '#d9bfa2', round: true }],
    props: [
      { shape: 'dropper', x: -40, lift: 152, size: 0.86, colour: '#c98f6f', trim: cream },
      { shape: 'jar', x: 190, size: 0.84, colour: '#f4eadd', trim: '#b8926b' },
      { shape: 'tube', x: -230, size: 0.82, colour: '#e2c5a9', trim: '#a97c58' },
    ],
    flowers: [{ x: 385, lift: 66, radius: 70, colours: linen, seed: 14 }],
  },
  beauty: {
    wall: '#e7b9b0',
    table: '#efcbc2',
    tone: '#b8404c',
    backdrop: 'arch',
    blocks: [{ x: 190, width: 260, height: 130, colour: '#d28f88', round: true }],
    props: [
      { shape: 'compact', x: -130, size: 0.92, colour: '#d98a80', trim: gold },
      { shape: 'perfume', x: 190, lift: 132, size: 0.78, colour: '#b8404c', trim: gold },
      { shape: 'lipstick', x: 35, size: 0.74, colour: '#8f1f35', trim: gold },
      { shape: 'mascara', x: 355, size: 0.7, colour: '#5b2a30', trim: gold },
    ],
    flowers: [{ x: -385, lift: 72, radius: 76, colours: blush, seed: 40 }],
  },
  'bath-body': {
    wall: '#d9cfd9',
    table: '#e5dce5',
    tone: '#927691',
    backdrop: 'window',
    blocks: [{ x: 160, width: 300, height: 90, colour: '#bda9bb' }],
    props: [
      { shape: 'bottle', x: -110, size: 1, colour: '#a588a2', trim: cream },
      { shape: 'candle', x: 90, lift: 90, size: 0.62, colour: '#f0e4ec' },
      { shape: 'soap', x: 245, lift: 90, size: 0.5, colour: '#e9d6dc', trim: cream },
      { shape: 'jar', x: 375, size: 0.56, colour: '#8d7089', trim: gold },
      { shape: 'throwBlanket', x: -320, size: 0.62, colour: '#e8dce4' },
    ],
  },
  fragrance: {
    wall: '#40291a',
    table: '#523623',
    tone: '#a8662c',
    backdrop: 'disc',
    blocks: [{ x: -10, width: 260, height: 120, colour: '#8a5a32', round: true }],
    props: [
      { shape: 'perfume', x: -10, lift: 122, size: 0.98, colour: '#d9924a', trim: '#e9c98c' },
      { shape: 'diffuser', x: 250, size: 0.84, colour: '#7d4a24', trim: gold },
      { shape: 'perfume', x: -240, size: 0.66, colour: '#f0cf9c', trim: '#6b4222', vary: 0.1 },
    ],
    flowers: [{ x: 415, lift: 60, radius: 64, colours: honey, seed: 27 }],
  },
  offers: {
    wall: '#e9c3b8',
    table: '#f0d3c9',
    tone: '#c0616a',
    backdrop: 'arches',
    blocks: [{ x: 200, width: 280, height: 100, colour: '#d9968d' }],
    props: [
      { shape: 'bag', x: -140, size: 1, colour: '#8f2f3f', trim: gold, vary: 0.6 },
      { shape: 'giftBox', x: 200, lift: 100, size: 0.68, colour: '#f3e0d3', trim: '#b9505b' },
      { shape: 'perfume', x: 62, size: 0.62, colour: '#e2a48f', trim: gold },
      { shape: 'hat', x: 395, size: 0.5, colour: '#ead3b4', trim: '#8f2f3f' },
    ],
    flowers: [{ x: -382, lift: 60, radius: 64, colours: blush, seed: 51 }],
  },
} as const satisfies Record<string, Scene>
