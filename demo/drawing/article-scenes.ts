import type { Scene } from './still-life.ts'

const gold = '#c9a25c'
const cream = '#f3e8da'
const ink = '#3a2c2a'
const sage = ['#4d5a41', '#a3ad8b', '#edefdd'] as const
const blush = ['#8c2f3f', '#dc948f', '#f9e1d8'] as const
const linen = ['#b98a6c', '#e6cdb6', '#fbf3e8'] as const
const plum = ['#2c0a14', '#8a2a40', '#dd8d8b'] as const
const honey = ['#8f4510', '#dd9850', '#fbe3b8'] as const
const lilac = ['#7c5b78', '#c3a6bf', '#f3e6ef'] as const
const sea = ['#34505a', '#8fb0b3', '#e8f0ec'] as const

/** What each article of the demo journal is about, as things on a table. Named by its slug. */
export const articleScenes: Record<string, Scene> = {
  'under-eye-patches-guide': {
    ...{ wall: '#d3e0de', table: '#e2eae6', tone: '#7f9fa0', backdrop: 'disc' },
    blocks: [{ x: 150, width: 280, height: 90, colour: '#b9cbc8', round: true }],
    props: [
      { shape: 'jar', x: 150, lift: 92, size: 0.98, colour: '#8fb0b3', trim: gold },
      { shape: 'tin', x: -130, size: 0.86, colour: '#e9e1d2', trim: '#7f9fa0' },
      { shape: 'roller', x: -330, size: 0.8, colour: '#a9bfae', trim: gold, lean: -6 },
    ],
    flowers: [{ x: 370, lift: 64, radius: 68, colours: sea, seed: 31 }],
  },
  'beauty-skincare-guide-2025': {
    ...{ wall: '#efd6cd', table: '#f5e4dc', tone: '#c98f83', backdrop: 'arches' },
    blocks: [
      { x: -250, width: 220, height: 90, colour: '#ddb5a8', round: true },
      { x: 10, width: 230, height: 190, colour: '#d3a496', round: true },
    ],
    props: [
      { shape: 'pumpBottle', x: -250, lift: 92, size: 0.86, colour: '#f3e4d9', trim: '#a9605a' },
      { shape: 'dropper', x: 10, lift: 192, size: 0.82, colour: '#b5605c', trim: ink },
      { shape: 'tube', x: 220, size: 0.94, colour: '#e0a898', trim: gold },
      { shape: 'jar', x: 390, size: 0.6, colour: '#f2e2d2', trim: gold },
    ],
    flowers: [{ x: -420, lift: 58, radius: 62, colours: blush, seed: 32 }],
  },
  'fashion-capsule-wardrobe-guide': {
    ...{ wall: '#e2d0bf', table: '#ecdfd1', tone: '#a2714c', backdrop: 'rail' },
    props: [
      { shape: 'knit', x: -430, lift: 136, size: 0.95, colour: '#efe3d2', trim: gold, hangs: true },
      { shape: 'trousers', x: -150, lift: 126, size: 0.98, colour: '#4b4644', trim: gold, hangs: true },
      { shape: 'top', x: 130, lift: 136, size: 0.95, colour: '#c27d5c', trim: '#8a4b31', hangs: true },
      { shape: 'dress', x: 410, lift: 136, size: 0.95, colour: '#6d7563', trim: gold, vary: 0.3, hangs: true },
    ],
  },
  'holistic-wellness-guide': {
    ...{ wall: '#dfe2d2', table: '#eaecdf', tone: '#93a07b', backdrop: 'window' },
    blocks: [{ x: 210, width: 270, height: 100, colour: '#c3c9ae' }],
    props: [
      { shape: 'mat', x: -230, size: 0.95, colour: '#8d9a77', trim: '#5f6b4d' },
      { shape: 'flask', x: 30, size: 0.9, colour: '#d9a58b', trim: ink },
      { shape: 'candle', x: 210, lift: 102, size: 0.76, colour: cream },
    ],
    flowers: [{ x: 390, lift: 60, radius: 64, colours: sage, seed: 33 }],
  },
  'home-organization-interior-design-guide': {
    ...{ wall: '#ece1d3', table: '#f3ebe0', tone: '#bfa07d', backdrop: 'arch' },
    blocks: [{ x: 230, width: 290, height: 130, colour: '#d8c4aa' }],
    props: [
      { shape: 'basket', x: -230, size: 1, colour: '#b98f63' },
      { shape: 'book', x: 30, size: 0.72, colour: '#8f9a83', trim: gold },
      { shape: 'vase', x: 230, lift: 132, size: 0.86, colour: '#c98e72', vary: 0.3 },
      { shape: 'bowl', x: 410, size: 0.5, colour: '#e6d7c3', vary: 0.4 },
    ],
  },
  'sewing-machine-comparison': {
    ...{ wall: '#3a2026', table: '#4b2a31', tone: '#7c3b49', backdrop: 'rail' },
    props: [
      { shape: 'skirt', x: -400, lift: 126, size: 0.98, colour: '#c98a7d', trim: gold, hangs: true },
      { shape: 'scarf', x: -130, lift: 130, size: 0.95, colour: '#e3c3a5', hangs: true },
      { shape: 'dress', x: 150, lift: 136, size: 0.95, colour: '#8a2a40', trim: gold, vary: 0.8, hangs: true },
      { shape: 'knit', x: 420, lift: 136, size: 0.95, colour: '#e6cfc0', trim: gold, hangs: true },
    ],
  },
  'how-to-layer-skincare': {
    ...{ wall: '#eee3d6', table: '#f5ede3', tone: '#c7a98b', backdrop: 'arches' },
    blocks: [
      { x: -270, width: 210, height: 60, colour: '#dcc8b1', round: true },
      { x: -30, width: 210, height: 140, colour: '#d2b99d', round: true },
      { x: 210, width: 210, height: 220, colour: '#c7aa8b', round: true },
    ],
    props: [
      { shape: 'soap', x: -270, lift: 62, size: 0.7, colour: '#e9d3bd' },
      { shape: 'dropper', x: -30, lift: 142, size: 0.8, colour: '#b97f5c', trim: ink },
      { shape: 'jar', x: 210, lift: 222, size: 0.72, colour: '#f3e6d6', trim: gold },
    ],
    flowers: [{ x: 405, lift: 58, radius: 62, colours: linen, seed: 34 }],
  },
  'how-to-choose-a-fragrance': {
    ...{ wall: '#3b2716', table: '#4a321d', tone: '#a3622b', backdrop: 'disc' },
    blocks: [{ x: 170, width: 260, height: 110, colour: '#6b4522' }],
    props: [
      { shape: 'perfume', x: -170, size: 1.02, colour: '#d58b45', trim: gold, vary: 0.2 },
      { shape: 'perfume', x: 170, lift: 110, size: 0.8, colour: '#c7a26b', trim: '#efe2c8', vary: 0.8 },
      { shape: 'bottle', x: 380, size: 0.62, colour: '#8f4b2a', trim: gold },
    ],
    flowers: [{ x: -400, lift: 66, radius: 70, colours: honey, seed: 35 }],
  },
  'gentle-hair-care-routine': {
    ...{ wall: '#f0dfc2', table: '#f6ead4', tone: '#cf9a54', backdrop: 'arch' },
    blocks: [{ x: 60, width: 270, height: 90, colour: '#e2c193', round: true }],
    props: [
      { shape: 'hairbrush', x: -260, size: 0.96, colour: '#8a5a34', trim: gold, lean: -6 },
      { shape: 'pumpBottle', x: 60, lift: 92, size: 0.92, colour: '#d99b50', trim: '#4a332a' },
      { shape: 'clip', x: 270, size: 0.6, colour: '#8a4b31', trim: gold },
    ],
    flowers: [{ x: 410, lift: 58, radius: 62, colours: honey, seed: 36 }],
  },
  'five-minute-makeup': {
    ...{ wall: '#e7b7ae', table: '#efcac2', tone: '#b9434f', backdrop: 'disc' },
    blocks: [{ x: 200, width: 250, height: 80, colour: '#d99a92', round: true }],
    props: [
      { shape: 'mascara', x: -300, size: 0.9, colour: '#5b2a30', trim: gold },
      { shape: 'compact', x: -70, size: 0.9, colour: '#c2414f', trim: gold },
      { shape: 'lipstick', x: 200, lift: 82, size: 0.86, colour: '#a9263a', trim: gold },
      { shape: 'brushes', x: 390, size: 0.8, colour: '#b5605c', trim: '#4a2c2e' },
    ],
  },
  'sunday-reset': {
    ...{ wall: '#e0d6de', table: '#ebe3e9', tone: '#a98aa5', backdrop: 'window' },
    blocks: [{ x: 220, width: 270, height: 90, colour: '#cbb6c7' }],
    props: [
      { shape: 'basket', x: -250, size: 0.92, colour: '#b58c6a' },
      { shape: 'throwBlanket', x: 20, size: 0.76, colour: '#c3a6bf' },
      { shape: 'mug', x: 220, lift: 92, size: 0.72, colour: '#f3e6ef' },
    ],
    flowers: [{ x: 400, lift: 60, radius: 64, colours: lilac, seed: 37 }],
  },
  'thoughtful-gifts': {
    ...{ wall: '#d79a90', table: '#e3b0a6', tone: '#a83246', backdrop: 'arch' },
    blocks: [{ x: 220, width: 250, height: 100, colour: '#c67e77' }],
    props: [
      { shape: 'giftBox', x: -150, size: 1.06, colour: '#f5e3d6', trim: '#9a2b3e' },
      { shape: 'tin', x: 220, lift: 102, size: 0.78, colour: '#9a2b3e', trim: gold },
      { shape: 'book', x: 400, size: 0.56, colour: '#efd9c4', trim: gold },
    ],
    flowers: [{ x: -400, lift: 68, radius: 72, colours: plum, seed: 38 }],
  },
  'a-bedroom-that-lets-you-sleep': {
    ...{ wall: '#d9cfdd', table: '#e6deea', tone: '#8f7ca0', backdrop: 'window' },
    blocks: [{ x: 250, width: 270, height: 110, colour: '#bfb0c9' }],
    props: [
      { shape: 'throwBlanket', x: -300, size: 0.9, colour: '#a493b3' },
      { shape: 'cushion', x: -20, size: 0.92, colour: '#f0e8f1', vary: 0.4 },
      { shape: 'lamp', x: 250, lift: 112, size: 0.84, colour: '#e8d6b8', trim: gold },
    ],
  },
  'building-a-jewelry-box': {
    ...{ wall: '#efd9af', table: '#f5e6c8', tone: '#c08a3c', backdrop: 'arch' },
    props: [
      { shape: 'necklace', x: -230, size: 1, colour: '#b5605c', trim: gold, vary: 0.3 },
      { shape: 'ring', x: 80, size: 0.9, colour: '#8fb0b3', trim: gold, vary: 0.6 },
      { shape: 'drops', x: 350, size: 0.84, colour: '#8a2a40', trim: gold },
    ],
  },
  'the-ten-minute-talk': {
    ...{ wall: '#f0dad2', table: '#f6e7e1', tone: '#d09a8f', backdrop: 'disc' },
    props: [
      { shape: 'mug', x: -170, size: 0.95, colour: '#b5605c' },
      { shape: 'mug', x: 130, size: 0.95, colour: '#f7efe6' },
      { shape: 'candle', x: -20, size: 0.56, colour: cream },
    ],
    flowers: [{ x: 380, lift: 70, radius: 74, colours: blush, seed: 39 }],
  },
  'friendship-on-the-calendar': {
    ...{ wall: '#deb79d', table: '#e8c9b3', tone: '#a8623e', backdrop: 'arch' },
    blocks: [{ x: 190, width: 260, height: 80, colour: '#cf9d7f', round: true }],
    props: [
      { shape: 'book', x: -170, size: 0.95, colour: '#8a4b31', trim: gold },
      { shape: 'mug', x: 190, lift: 82, size: 0.78, colour: '#f7eadd' },
      { shape: 'sunglasses', x: 390, size: 0.6, colour: ink, vary: 0.4 },
    ],
    flowers: [{ x: -410, lift: 60, radius: 64, colours: linen, seed: 40 }],
  },
  'one-minute-budget': {
    ...{ wall: '#d9dfcd', table: '#e6ebdc', tone: '#8b9a72', backdrop: 'disc' },
    blocks: [{ x: 190, width: 260, height: 90, colour: '#bcc7a6' }],
    props: [
      { shape: 'book', x: -170, size: 0.98, colour: '#5f6b4d', trim: gold },
      { shape: 'tin', x: 190, lift: 92, size: 0.82, colour: '#c9a25c', trim: '#8f6a2c' },
      { shape: 'mug', x: 400, size: 0.56, colour: '#f3ecdc' },
    ],
  },
  'real-discount-or-loud-one': {
    ...{ wall: '#33151d', table: '#431f28', tone: '#8a2a40', backdrop: 'arches' },
    blocks: [{ x: 10, width: 250, height: 140, colour: '#6b2b3a', round: true }],
    props: [
      { shape: 'bag', x: -250, size: 0.98, colour: '#b9505b', trim: gold, vary: 0.7 },
      { shape: 'perfume', x: 10, lift: 142, size: 0.7, colour: '#dd8d8b', trim: gold, vary: 0.5 },
      { shape: 'shoes', x: 280, size: 0.84, colour: '#e6c3b4', trim: gold },
    ],
  },
  'asking-for-a-raise': {
    ...{ wall: '#3a2819', table: '#4a3422', tone: '#9a6230', backdrop: 'window' },
    blocks: [{ x: 230, width: 260, height: 90, colour: '#6a4a2c' }],
    props: [
      { shape: 'bag', x: -220, size: 1, colour: '#a8672f', trim: gold, vary: 0.2 },
      { shape: 'book', x: 30, size: 0.7, colour: '#d9b98a', trim: '#8a4b1f' },
      { shape: 'mug', x: 230, lift: 92, size: 0.72, colour: '#f0dfc4' },
    ],
  },
  'first-ninety-days': {
    ...{ wall: '#c9d9da', table: '#dbe6e6', tone: '#5f868b', backdrop: 'arch' },
    blocks: [{ x: -230, width: 260, height: 80, colour: '#a9c1c3' }],
    props: [
      { shape: 'frame', x: -230, lift: 82, size: 0.82, colour: '#d98f77', trim: '#5f868b', vary: 0.7 },
      { shape: 'bag', x: 70, size: 0.9, colour: '#3f5f66', trim: gold, vary: 0.5 },
      { shape: 'flask', x: 320, size: 0.86, colour: '#e9dcc9', trim: '#3f5f66' },
    ],
  },
  'two-dumbbells-twenty-minutes': {
    ...{ wall: '#e5c2a8', table: '#eed3be', tone: '#b4714a', backdrop: 'disc' },
    props: [
      { shape: 'weights', x: -150, size: 1.08, colour: '#5a3a30', trim: '#b4714a' },
      { shape: 'flask', x: 190, size: 0.98, colour: '#8d9a77', trim: ink },
      { shape: 'mat', x: 390, size: 0.62, colour: '#c27d5c', trim: '#7a432c' },
    ],
  },
  'walking-taken-seriously': {
    ...{ wall: '#d5dcc6', table: '#e3e8d6', tone: '#7f8e63', backdrop: 'window' },
    blocks: [{ x: 220, width: 270, height: 90, colour: '#b9c4a0' }],
    props: [
      { shape: 'shoes', x: -200, size: 1, colour: '#8a5a44', trim: gold },
      { shape: 'hat', x: 220, lift: 92, size: 0.86, colour: '#e2c796', trim: '#6d7a50' },
      { shape: 'sunglasses', x: 40, size: 0.5, colour: ink, vary: 0.7 },
    ],
    flowers: [{ x: 420, lift: 56, radius: 60, colours: sage, seed: 41 }],
  },
  'evening-bath-ritual': {
    ...{ wall: '#d7cbdc', table: '#e5dce8', tone: '#83709a', backdrop: 'arches' },
    blocks: [{ x: 10, width: 250, height: 120, colour: '#bba9c6', round: true }],
    props: [
      { shape: 'bottle', x: -250, size: 0.96, colour: '#9c86ad', trim: gold },
      { shape: 'candle', x: 10, lift: 122, size: 0.76, colour: '#f6edf2' },
      { shape: 'soap', x: 220, size: 0.8, colour: '#e6d3df' },
      { shape: 'diffuser', x: 400, size: 0.72, colour: '#7c5b78', trim: gold },
    ],
  },
  'carry-on-for-four-days': {
    ...{ wall: '#cfe0df', table: '#dfeae8', tone: '#5f8e90', backdrop: 'disc' },
    blocks: [{ x: 210, width: 250, height: 80, colour: '#aac8c7', round: true }],
    props: [
      { shape: 'bag', x: -170, size: 1.08, colour: '#3f6b70', trim: gold, vary: 0.8 },
      { shape: 'hat', x: 210, lift: 82, size: 0.84, colour: '#ead9b3', trim: '#b4714a' },
      { shape: 'tube', x: 410, size: 0.6, colour: '#f0b79c', trim: gold },
      { shape: 'sunglasses', x: 40, size: 0.52, colour: '#3a2c2a', vary: 0.2 },
    ],
  },
  'monthly-deals': {
    ...{ wall: '#f0dcb8', table: '#f6e9cf', tone: '#cd9144', backdrop: 'arches' },
    blocks: [
      { x: -250, width: 220, height: 110, colour: '#e0bd84', round: true },
      { x: 220, width: 240, height: 80, colour: '#e6c892', round: true },
    ],
    props: [
      { shape: 'giftBox', x: -250, lift: 112, size: 0.66, colour: '#b9505b', trim: gold },
      { shape: 'bag', x: 0, size: 0.9, colour: '#8a4b31', trim: gold, vary: 0.4 },
      { shape: 'jar', x: 220, lift: 82, size: 0.7, colour: '#f7efe0', trim: gold },
      { shape: 'lipstick', x: 400, size: 0.66, colour: '#a9263a', trim: gold },
    ],
  },
}
