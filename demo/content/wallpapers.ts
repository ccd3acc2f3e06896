/** The demo's wallpapers, in the order of the gallery. Their pictures are drawn by demo/drawing/wallpapers. */
export interface SeedWallpaperCollection {
  name: string
  slug: string
  description: string
  wallpapers: readonly SeedWallpaper[]
}

export interface SeedWallpaper {
  title: string
  description: string
  /** Name of the picture in demo/images/wallpapers. */
  picture: string
}

export const WALLPAPER_COLLECTIONS: readonly SeedWallpaperCollection[] = [
  {
    name: 'Pink',
    slug: 'pink-phone-wallpapers',
    description: 'Petals, checks and evening light in pink, from barely there to raspberry.',
    wallpapers: [
      { title: 'Blush Corner', description: 'Quiet at the top, for the clock', picture: 'blush-corner' },
      { title: 'Pink Hour', description: 'The ten minutes after the sun has gone', picture: 'pink-hour' },
      { title: 'Picnic Pink', description: 'A tablecloth for the whole summer', picture: 'picnic-pink' },
      { title: 'Rose Window', description: 'A whole bloom, seen from above', picture: 'rose-window' },
      { title: 'Softly, Softly', description: 'A word to pick up the phone to', picture: 'softly' },
      { title: 'Rose Arches', description: 'A doorway, cut from six papers', picture: 'rose-arches' },
      { title: 'Cotton Sky', description: 'Clouds that look good enough to eat', picture: 'cotton-sky' },
      { title: 'Ribbon Stripe', description: 'Like the box it came in', picture: 'ribbon-stripe' },
      { title: 'Sorbet', description: 'Raspberry, cream and a little rose', picture: 'sorbet' },
      { title: 'Camellia', description: 'One flower, all the way open', picture: 'camellia' },
      { title: 'Rosewater', description: 'Hardly a color at all', picture: 'rosewater' },
      { title: 'Scallop Shell', description: 'From foam to coral, row by row', picture: 'scallop-shell' },
    ],
  },
  {
    name: 'Quiet Neutrals',
    slug: 'quiet-neutrals',
    description: 'Linen, oat and terracotta, for a screen that asks for nothing.',
    wallpapers: [
      { title: 'First Light', description: 'Pale petals on morning linen', picture: 'first-light' },
      { title: 'Four O’Clock', description: 'The window, on the wall across the room', picture: 'four-o-clock' },
      { title: 'Three Tulips', description: 'One pen, and a little watercolor', picture: 'one-line' },
      { title: 'Torn Paper', description: 'Clay, stone and an olive leaf', picture: 'torn-paper' },
      { title: 'Terracotta Door', description: 'Warm all the way in', picture: 'terracotta-door' },
      { title: 'Paper Garden', description: 'Leaves and pebbles, cut freehand', picture: 'paper-garden' },
      { title: 'Linen Check', description: 'The good tea towel', picture: 'linen-check' },
      { title: 'Oat Stripe', description: 'A deck chair, somewhere without signal', picture: 'oat-stripe' },
      { title: 'Breathe', description: 'For the pocket you reach into too often', picture: 'breathe' },
    ],
  },
  {
    name: 'After Dark',
    slug: 'after-dark',
    description: 'Black, plum and gold, easy on the eyes when the lamp is out.',
    wallpapers: [
      { title: 'Midnight Dahlia', description: 'Deep pink on almost black', picture: 'midnight-dahlia' },
      { title: 'New Moon', description: 'Hills, and more stars than in town', picture: 'new-moon' },
      { title: 'Night Garden', description: 'What opens when nobody looks', picture: 'night-garden' },
      { title: 'Moon Phases', description: 'A month in gold', picture: 'moon-phases' },
      { title: 'Plum Velvet', description: 'The curtain before the evening', picture: 'plum-velvet' },
      { title: 'Rest Well', description: 'The last thing to read today', picture: 'rest-well' },
    ],
  },
  {
    name: 'Sage & Sky',
    slug: 'sage-and-sky',
    description: 'Leaves, long grass and a good deal of air.',
    wallpapers: [
      { title: 'Eucalyptus', description: 'Silver leaves, from the corners in', picture: 'eucalyptus' },
      { title: 'Blue Hills', description: 'Six ridges and a low sun', picture: 'blue-hills' },
      { title: 'Long Grass', description: 'Poppies and daisies, at ankle height', picture: 'long-grass' },
      { title: 'Open Sky', description: 'Nothing on today', picture: 'open-sky' },
      { title: 'Powder Room', description: 'Lilac, powder and pearl', picture: 'powder-room' },
      { title: 'Sage Check', description: 'An apron’s worth of green', picture: 'sage-check' },
      { title: 'Hydrangea', description: 'A blue that is nearly lilac', picture: 'hydrangea' },
      { title: 'Sea Glass', description: 'Shallow water, about noon', picture: 'sea-glass' },
      { title: 'Olive Branch', description: 'Slim leaves on a pale morning', picture: 'olive-branch' },
    ],
  },
]
