/** A listing of 24 products, about 60 kB as the shop renders it. Always the same bytes. */
export function samplePage(): string {
  let seed = 20_251
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const cards = Array.from({ length: 24 }, (_, i) => {
    const id = random().toString(36)
    const price = (random() % 20_000) / 100
    return `<article class="group relative flex flex-col gap-3 rounded-xl"><a href="/products/${id}" class="block overflow-hidden rounded-xl bg-surface"><img src="/images/${id}.jpg" width="600" height="750" alt="Product ${i} ${id}" loading="${i < 4 ? 'eager' : 'lazy'}" class="aspect-[4/5] w-full object-cover transition-transform duration-500 group-hover:scale-105"></a><div class="flex items-baseline justify-between gap-2"><h3 class="font-display text-lg leading-snug">Silk ${id} blouse in ${random().toString(36)}</h3><p class="text-sm tabular-nums">$${price.toFixed(2)}</p></div><p class="text-sm text-muted">${'A soft, flowing piece for long evenings. '.repeat(20)}${random().toString(36)}</p><button type="button" class="rounded-full border px-4 py-2 text-sm" aria-label="Save ${id}">Save</button></article>`
  })
  return `<!doctype html><html lang="en"><head><title>Products</title></head><body>${cards.join('')}</body></html>`
}
