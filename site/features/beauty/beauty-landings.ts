export interface BeautyLanding {
  /** The products' category. */
  category: string
  /** As the page is called. */
  title: string
  kicker: string
  /** One sentence under the title. */
  lede: string
  /** Two paragraphs that are worth reading before choosing. */
  intro: readonly [string, string]
  art: string
  /** What the shelf is divided into: each looks for itself. */
  kinds: readonly { label: string; text: string; search: string }[]
  /** Names of brands that stand out here. */
  brands: readonly string[]
  /** An article of the journal that goes with it. */
  guide: { label: string; to: string }
}

/** The editorial landing pages of beauty (specification, 2.7). */
export const beautyLandings: Record<string, BeautyLanding> = {
  '/hair': {
    category: 'Hair',
    title: 'Hair Care',
    kicker: 'Beauty + Wellness',
    lede: 'Wash, mend, shape: for hair that has other plans in the morning.',
    intro: [
      'Good hair care is mostly leaving things alone. A shampoo that matches the scalp, a conditioner that matches the lengths, and one treatment a week do more than a shelf of promises.',
      'Begin with how your hair behaves on the second day. Flat at the roots wants a lighter wash; rough at the ends wants a richer rinse; both at once want two products, not one that claims to be everything.',
    ],
    art: 'hair',
    kinds: [
      { label: 'Shampoo & Conditioner', text: 'Matched to scalp and lengths', search: 'shampoo' },
      { label: 'Masks & Treatments', text: 'Once a week, under a towel', search: 'hair mask' },
      { label: 'Oils & Serums', text: 'Two drops, on damp ends', search: 'hair oil' },
      { label: 'Brushes & Clips', text: 'Kind to what you have grown', search: 'hair brush' },
    ],
    brands: ['Velloa', 'Marlowe Grey', 'Thistle Row', 'Soleil Nu'],
    guide: { label: 'A gentle hair care routine', to: '/blog/gentle-hair-care-routine' },
  },
  '/makeup': {
    category: 'Makeup',
    title: 'Makeup',
    kicker: 'Beauty + Wellness',
    lede: 'Color with a point of view, and bases that disappear into skin.',
    intro: [
      'A face needs less than a counter will tell you: something that evens, something that warms, something that frames the eyes, and one color that is yours.',
      'We look for formulas that can be put on without a mirror and worn past dinner. Shade names differ from shop to shop, so compare the picture on your own screen with a product you know.',
    ],
    art: 'makeup',
    kinds: [
      { label: 'Lips', text: 'Satin, velvet, butter', search: 'lipstick' },
      { label: 'Eyes', text: 'Lashes first, then color', search: 'mascara' },
      { label: 'Face', text: 'Bases, blush and light', search: 'blush' },
      { label: 'Nails', text: 'Ten small decisions', search: 'nail polish' },
    ],
    brands: ['Fleurette', 'Petal Theory', 'Saint Maren', 'Auberon'],
    guide: { label: 'Five-minute makeup', to: '/blog/five-minute-makeup' },
  },
  '/skincare': {
    category: 'Skincare',
    title: 'Skincare',
    kicker: 'Beauty + Wellness',
    lede: 'Cleansers, serums and creams that do what the label says.',
    intro: [
      'Three steps are a routine: clean in the evening, moisturize twice a day, and wear sunscreen every morning. Everything else is an addition, and is best added one at a time.',
      'Give anything new four weeks before you judge it, and put it on your arm before your face. Skin that stings is not skin that is working.',
    ],
    art: 'skincare-wide',
    kinds: [
      { label: 'Cleansers', text: 'Soft enough for twice a day', search: 'cleanser' },
      { label: 'Serums', text: 'One job each', search: 'serum' },
      { label: 'Moisturizers', text: 'Light by day, rich by night', search: 'cream' },
      { label: 'Masks & Patches', text: 'For Sundays and short nights', search: 'mask' },
    ],
    brands: ['Oré Lune', 'Halcyon Skin', 'Noémie Roux', 'Velloa'],
    guide: { label: 'How to layer skincare', to: '/blog/how-to-layer-skincare' },
  },
  '/bath-body': {
    category: 'Bath & Body',
    title: 'Bath & Body',
    kicker: 'Beauty + Wellness',
    lede: 'The long way through the evening: oils, scrubs, butters and very hot water.',
    intro: [
      'The skin below the chin gets a tenth of the attention and does most of the work. Scrub before the weekend, oil while you are still damp, and keep a cream where you sit down at night.',
      'Scent is half of the pleasure here. If you wear perfume, choose unscented for the body; if you do not, this is where a fragrance is gentlest.',
    ],
    art: 'bath-body-wide',
    kinds: [
      { label: 'Body Creams', text: 'For elbows, knees and winters', search: 'body cream' },
      { label: 'Oils', text: 'On skin that is still damp', search: 'body oil' },
      { label: 'Scrubs', text: 'Before the weekend', search: 'scrub' },
      { label: 'Soaks & Soaps', text: 'A reason to lock the door', search: 'soap' },
    ],
    brands: ['Lait & Lin', 'Thistle Row', 'Soleil Nu', 'Oré Lune'],
    guide: { label: 'The Sunday reset', to: '/blog/sunday-reset' },
  },
  '/fragrance': {
    category: 'Fragrance',
    title: 'Fragrance',
    kicker: 'Beauty + Wellness',
    lede: 'Scents for the office, for the evening, and for nobody but you.',
    intro: [
      'Perfume is bought by the story and worn by the hour. Citrus and green notes are gone by noon; woods, resins and musks are what is left on your coat the next day.',
      'Try one scent on each wrist and leave the shop. What you still like at supper is yours; what you have forgotten was somebody else’s.',
    ],
    art: 'fragrance-wide',
    kinds: [
      { label: 'Eau de Parfum', text: 'From breakfast to the last train', search: 'eau de parfum' },
      { label: 'Cologne', text: 'Bright, brief, easy to share', search: 'cologne' },
      { label: 'Candles', text: 'For the room you come home to', search: 'candle' },
      { label: 'Diffusers', text: 'Quiet, and always on', search: 'diffuser' },
    ],
    brands: ['Noémie Roux', 'Saint Maren', 'Marlowe Grey', 'Petal Theory'],
    guide: { label: 'How to choose a fragrance', to: '/blog/how-to-choose-a-fragrance' },
  },
  '/tools': {
    category: 'Tools',
    title: 'Tools',
    kicker: 'Beauty + Wellness',
    lede: 'Brushes, rollers and irons that are worth the drawer they live in.',
    intro: [
      'A good tool is bought once. Look for a handle that suits your hand, a weight you notice, and parts that can be washed or replaced.',
      'Clean brushes once a week with soap and lukewarm water, lay them flat, and they will outlast every product they touch.',
    ],
    art: 'tools',
    kinds: [
      { label: 'Makeup Brushes', text: 'Three do nearly everything', search: 'makeup brush' },
      { label: 'Face Rollers', text: 'Cold, from the fridge door', search: 'roller' },
      { label: 'Hair Tools', text: 'Heat, in small doses', search: 'hair brush' },
      { label: 'Clips & Combs', text: 'For hands-free mornings', search: 'hair clip' },
    ],
    brands: ['Auberon', 'Halcyon Skin', 'Marlowe Grey', 'Fleurette'],
    guide: { label: 'Five-minute makeup', to: '/blog/five-minute-makeup' },
  },
}
