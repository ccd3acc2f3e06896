/** Shops of our own invention. The ids have the shape of Awin's advertiser and feed ids. */
export interface SeedMerchant {
  name: string
  slug: string
  programmeId: string
  feedId: string
  departments: readonly Department[]
  /** What delivery costs, as the feed tells it, in whole cents; a shop without one tells none. */
  deliveryCents?: number
}

export type Department = 'beauty' | 'fashion' | 'home' | 'wellness'

export const MERCHANTS: readonly [SeedMerchant, ...SeedMerchant[]] = [
  {
    name: 'Maison Calla',
    slug: 'maison-calla',
    programmeId: '90211',
    feedId: '71001',
    departments: ['beauty'],
    deliveryCents: 495,
  },
  {
    name: 'Northlight Beauty',
    slug: 'northlight-beauty',
    programmeId: '90214',
    feedId: '71004',
    departments: ['beauty'],
    deliveryCents: 0,
  },
  {
    name: 'Wren & Fig',
    slug: 'wren-and-fig',
    programmeId: '90219',
    feedId: '71009',
    departments: ['beauty', 'wellness'],
    deliveryCents: 395,
  },
  {
    name: 'Atelier Sable',
    slug: 'atelier-sable',
    programmeId: '90223',
    feedId: '71013',
    departments: ['fashion'],
    deliveryCents: 0,
  },
  { name: 'Rue Verveine', slug: 'rue-verveine', programmeId: '90227', feedId: '71017', departments: ['fashion'] },
  {
    name: 'The Linen Room',
    slug: 'the-linen-room',
    programmeId: '90231',
    feedId: '71021',
    departments: ['home'],
    deliveryCents: 690,
  },
  { name: 'Hearth & Harbor', slug: 'hearth-and-harbor', programmeId: '90236', feedId: '71026', departments: ['home'] },
  {
    name: 'Stillwater Studio',
    slug: 'stillwater-studio',
    programmeId: '90240',
    feedId: '71030',
    departments: ['wellness'],
  },
]

/**
 * Shops that sell what others sell too: each of their offers is somebody else's product at a price of their own. Apart
 * from the list above, because the generator picks from that by number and every product would become another.
 */
export const RESELLERS: readonly [SeedMerchant, ...SeedMerchant[]] = [
  {
    name: 'Petal & Parcel',
    slug: 'petal-and-parcel',
    programmeId: '90252',
    feedId: '71042',
    departments: ['beauty', 'wellness'],
    deliveryCents: 395,
  },
  {
    name: 'Juniper Lane',
    slug: 'juniper-lane',
    programmeId: '90257',
    feedId: '71047',
    departments: ['beauty', 'fashion', 'home', 'wellness'],
    deliveryCents: 0,
  },
  {
    name: 'Galerie Noor',
    slug: 'galerie-noor',
    programmeId: '90261',
    feedId: '71051',
    departments: ['fashion', 'home'],
  },
]

/** Shops whose terms, in this story, forbid showing what something cost before. */
export const SILENT_ABOUT_PRICES: readonly string[] = ['Atelier Sable', 'The Linen Room']
