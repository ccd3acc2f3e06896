import { type APIRequestContext, expect, test } from '@playwright/test'
import { cardsOf, productOf, type ShownCard, type ShownProduct } from '../support/shown-offers.ts'

/** Lists of every kind; of a directory, so many of its pages are read. */
const LISTS = [
  ...['/products', '/products?page=2', '/products?sort=price-asc', '/products?min=25&max=50', '/new'],
  ...['/deals', '/deals?page=2', '/all-deals', '/all-deals?page=2', '/search?q=serum', '/search?q=serum&page=2'],
  ...['/search?q=candle', '/search?q=dress&sort=price-asc'],
]
const DIRECTORIES = { '/categories': 4, '/brands': 4, '/stores': 4 }

test('what a card says, the page that it leads to says too, and its structured data', async ({ request }) => {
  test.setTimeout(240_000)
  const products = new Map<string, ShownProduct>()
  let seen = 0
  const wrongIn = async (list: string) => {
    const cards = cardsOf(await textOf(request, list))
    seen += cards.length
    const wrong: string[] = []
    for (const card of cards) {
      const product = products.get(card.page) ?? productOf(await textOf(request, card.page))
      products.set(card.page, product)
      wrong.push(...disagreements(card, product).map((what) => `${list}, ${card.page}: ${what}`))
    }
    return wrong
  }
  const suspects: string[] = []
  for (const list of await listsOf(request)) if ((await wrongIn(list)).length > 0) suspects.push(list)
  // Other tests change prices meanwhile: what disagrees is read again, with the pages that it leads to.
  await expect
    .poll(async () => {
      products.clear()
      return (await Promise.all(suspects.map(wrongIn))).flat()
    })
    .toEqual([])
  expect(seen).toBeGreaterThan(300)
})

const textOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text()

async function listsOf(request: APIRequestContext): Promise<string[]> {
  const found: string[] = [...LISTS]
  for (const [directory, most] of Object.entries(DIRECTORIES)) {
    const links = (await textOf(request, directory)).matchAll(new RegExp(`href="(${directory}/[^"?#]+)"`, 'g'))
    const pages = [...new Set([...links].flatMap(([, path]) => path ?? []))].slice(0, most)
    expect(pages, directory).toHaveLength(most)
    found.push(...pages.flatMap((path) => [path, `${path}?page=2`]))
  }
  return found
}

function disagreements(card: ShownCard, { button, offers, structured, lowPrice }: ShownProduct): string[] {
  const alone = { ...button, total: button.price, stock: card.isSoldOut ? 'Sold out' : '' }
  const shown = offers.length > 0 ? offers : [alone]
  const own = shown.find(({ link, merchant }) => link === card.link && merchant === card.merchant)
  if (!own) return [`${card.merchant} is not on the page`]
  const first = shown[0] ?? own
  const buyable = shown.filter(({ stock, price }) => stock !== 'Sold out' && price !== null)
  const lowest = Math.min(...(buyable.length > 0 ? buyable : shown).map(({ price }) => price ?? Number.MAX_VALUE))
  const told = structured.find(({ url }) => new URL(url).pathname === card.page)
  const machine = { merchant: told?.seller.name, price: told && Number(told.price), currency: told?.priceCurrency }
  const schema: Record<string, string> = { 'In stock': 'InStock', 'Sold out': 'OutOfStock' }
  const checks: Record<string, boolean> = {
    [`it costs ${own.price}, the card says ${card.price}`]: own.price === card.price,
    [`it is “${own.stock}”, on the card sold out: ${card.isSoldOut}`]: (own.stock === 'Sold out') === card.isSoldOut,
    [`the card says “from” ${card.price}, another shop has it for ${lowest}`]: !card.isFrom || card.price === lowest,
    'the button does not lead to the first of the offers': first.link === button.link && first.price === button.price,
    [`the button costs ${button.price}, the card says ${card.price} and elsewhere ${card.elsewhere}`]:
      card.price === null || button.price === (card.elsewhere ?? card.price),
    [`machines read ${JSON.stringify(machine)}`]:
      card.price === null
        ? told === undefined
        : machine.merchant === card.merchant && machine.price === card.price && machine.currency === 'USD',
    [`machines read ${told?.availability} of “${own.stock}”`]:
      !told ||
      offers.length === 0 ||
      !schema[own.stock] ||
      told.availability === `https://schema.org/${schema[own.stock]}`,
    [`machines read that it costs ${lowPrice} or more, the page says ${lowest}`]:
      card.price === null || lowPrice === lowest,
  }
  return Object.entries(checks).flatMap(([what, agrees]) => (agrees ? [] : what))
}
