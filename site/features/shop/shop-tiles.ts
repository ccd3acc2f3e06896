/** The four tiles of /shop. */
export const shopTiles = [
  { title: 'Lip Balms & Treatments', text: 'Butter by day, mask by night', to: '/shop/balms', art: 'balms-tall' },
  { title: 'Body Care', text: 'Creams, lotions, soft elbows', to: '/shop/body', art: 'body-tall' },
  { title: 'Fragrance', text: 'Scents that stay for dinner', to: '/shop/fragrance', art: 'fragrance' },
  { title: 'Gift & Value Sets', text: 'Already wrapped, worth more', to: '/shop/sets', art: 'sets-tall' },
] as const

/** The four tiles of the Shop Collections. */
export const shopCollectionTiles = [
  { title: 'New Jewelry', text: 'Hoops, chains and rings', to: '/shop/new-jewelry', art: 'jewelry-tall' },
  { title: 'Beauty', text: 'Our own beauty shelf', to: '/shop/beauty', art: 'beauty' },
  { title: 'Fashion', text: 'Pieces that get on', to: '/shop/fashion', art: 'fashion-tall' },
  { title: 'All Shop', text: 'Everything, in one place', to: '/shop', art: 'offers-tall' },
] as const
