import { load } from 'cheerio'
import { z } from 'zod'

/** One card of a list, or one result of a search, that leads to our page of a product. */
export interface ShownCard {
  page: string
  merchant: string
  /** Null where none is told. */
  price: number | null
  isFrom: boolean
  /** What it says that the thing costs at the shop that its page leads to. */
  elsewhere: number | null
  isSoldOut: boolean
  link: string
}

/** A shop's offer on the page of a product. */
export interface ShownOffer {
  merchant: string
  price: number | null
  /** With delivery, as far as that is told. */
  total: number | null
  link: string
  /** As the page words it. */
  stock: string
}

const structuredOffer = z.object({
  url: z.url(),
  price: z.string(),
  priceCurrency: z.string(),
  availability: z.string().optional(),
  seller: z.object({ name: z.string() }),
})
const structuredProduct = z.object({
  '@type': z.literal('Product'),
  offers: z
    .union([
      structuredOffer,
      z.object({ lowPrice: z.string(), priceCurrency: z.string(), offers: z.array(structuredOffer) }),
    ])
    .optional(),
})

export interface ShownProduct {
  /** Where the first button leads, at the price that stands above it. */
  button: { merchant: string; price: number | null; link: string }
  /** Every shop's; none where there is one shop, which is the button's. */
  offers: ShownOffer[]
  /** What machines read. */
  structured: z.output<typeof structuredOffer>[]
  lowPrice: number | null
}

export function cardsOf(html: string): ShownCard[] {
  const $ = load(html)
  const cards = $('main').find('[data-part~=product-card], [data-part~=result]').toArray()
  return cards.flatMap((element) => {
    const card = $(element)
    const out = card.find('a[data-outbound]')
    const page = card.find('a[href^="/p/"]').attr('href')
    if (page === undefined) return []
    return {
      ...{ page, merchant: out.attr('data-merchant') ?? '', link: withoutPlace(out.attr('href')) },
      ...priceIn(card.find('[data-part~=product-price]').html()),
      elsewhere: numberIn(/best offer elsewhere (\S+)/.exec(card.text())?.[1]),
      isSoldOut: out.text().startsWith('Sold out'),
    }
  })
}

export function productOf(html: string): ShownProduct {
  const $ = load(html)
  const box = $('[data-part~=buy-box]')
  const out = box.find('a[data-outbound=product]')
  const blocks = $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => structuredProduct.safeParse(JSON.parse($(script).text())))
  const told = blocks.flatMap(({ data }) => data ?? [])[0]?.offers
  const each = told === undefined ? [] : 'offers' in told ? told.offers : [told]
  return {
    button: {
      ...{ merchant: out.attr('data-merchant') ?? '', link: withoutPlace(out.attr('href')) },
      price: priceIn(box.find('[data-part~=product-price]').html()).price,
    },
    offers: $('[data-part~=offers] tbody tr')
      .toArray()
      .map((element) => {
        const row = $(element)
        const price = priceIn(row.find('[data-part~=offer-price]').html()).price
        const total = /(\S+) with delivery/.exec(row.find('td').first().text())?.[1]
        const link = row.find('a[data-outbound]')
        return {
          ...{ merchant: link.attr('data-merchant') ?? '', price, total: numberIn(afterPrice(total)) ?? price },
          ...{ link: withoutPlace(link.attr('href')), stock: row.find('th span').text() },
        }
      }),
    structured: each,
    lowPrice: told === undefined ? null : Number('offers' in told ? told.lowPrice : told.price),
  }
}

/** The price alone: without what is struck out, and what is said to screen readers. */
function priceIn(html: string | null): Pick<ShownCard, 'price' | 'isFrom'> {
  const written = load(`<p>${html ?? ''}</p>`)('p')
  written.find('s, .sr-only').remove()
  return { price: numberIn(written.text()), isFrom: written.text().startsWith('from ') }
}

/** '$1,204.50' as a number. */
const numberIn = (text: string | undefined): number | null => {
  const digits = text?.replaceAll(/[^\d.]/g, '')
  return digits ? Number(digits) : null
}

/** Texts of neighbouring elements stand together: '$35.00$38.95'. */
const afterPrice = (text: string | undefined) => text?.slice(text.lastIndexOf('$'))

/** A paid link without the word that names its place on our site. */
const withoutPlace = (href = ''): string => href.replace(/[?&](clickref|sid|cuid)=[^&#]*/, '')
