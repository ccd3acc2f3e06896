/** Colours as shops name them, with the tone that the illustrations use. */
export const COLOURS = {
  Ivory: '#f1e9dc',
  Oat: '#e0d2bd',
  Sand: '#d3bd9f',
  Camel: '#b98f63',
  Cinnamon: '#9c5f3f',
  Terracotta: '#b8674a',
  Blush: '#e3b3a8',
  'Dusty Rose': '#c98c86',
  Rosewood: '#8f4a48',
  Berry: '#7c2f45',
  Plum: '#57304a',
  Lilac: '#b9a6c4',
  Sage: '#9aa58a',
  Olive: '#6f7050',
  Eucalyptus: '#7d9a90',
  Sky: '#a9bfcb',
  Slate: '#66717a',
  Midnight: '#2f3747',
  Charcoal: '#3b3836',
  Black: '#1f1c1b',
  Butter: '#ead49a',
  Honey: '#cf9f4f',
} as const

export type ColourName = keyof typeof COLOURS

export const SOFT: readonly [ColourName, ...ColourName[]] = [
  'Ivory',
  'Oat',
  'Sand',
  'Blush',
  'Sage',
  'Sky',
  'Butter',
  'Lilac',
]
export const WARM: readonly [ColourName, ...ColourName[]] = [
  'Camel',
  'Cinnamon',
  'Terracotta',
  'Dusty Rose',
  'Honey',
  'Sand',
  'Blush',
]
export const DEEP: readonly [ColourName, ...ColourName[]] = [
  'Rosewood',
  'Berry',
  'Plum',
  'Olive',
  'Midnight',
  'Charcoal',
  'Slate',
  'Black',
]
export const LIPS: readonly [ColourName, ...ColourName[]] = [
  'Blush',
  'Dusty Rose',
  'Rosewood',
  'Berry',
  'Terracotta',
  'Cinnamon',
  'Plum',
]
export const METALS = { Gold: '#c9a25c', Silver: '#b9bbbd', 'Rose Gold': '#c98f7c' } as const
export type MetalName = keyof typeof METALS
