import type { Department } from './merchants.ts'

/** Brands of our own invention, with letters beyond ASCII where a real feed would have them. */
export const BRANDS: Record<Department, readonly [string, ...string[]]> = {
  beauty: [
    'Oré Lune',
    'Fleurette',
    'Saint Maren',
    'Velloa',
    'Petal Theory',
    'Noémie Roux',
    'Halcyon Skin',
    'Auberon',
    'Lait & Lin',
    'Marlowe Grey',
    'Soleil Nu',
    'Thistle Row',
  ],
  fashion: [
    'Atelier Sable',
    'Ines Corvo',
    'Rue Verveine',
    'Holt & Fern',
    'Lune Atlas',
    'Paloma Vey',
    'Arden Coast',
    'Sœur Marlène',
  ],
  home: ['Hearth & Harbor', 'Loam', 'The Linen Room', 'Kiln & Clay', 'Ostra', 'Fjäll', 'Maren Home', 'Olive Court'],
  wellness: ['Stillwater', 'Botan', 'Quiet Hours', 'Wren & Fig', 'Morrow', 'Asana Field', 'Tidal'],
}
