import { randomUUID } from 'node:crypto'
import { serviceClient } from './browser.ts'

/** The shop's own content would make these tests about the demo data: they bring their own, and take it away again. */
export async function ownContent(productCount: number) {
  const service = await serviceClient()
  const merchant = `Atelier ${randomUUID().slice(0, 8)}`
  const slug = `guide-${randomUUID().slice(0, 8)}`
  const products = Array.from({ length: productCount }, (_, index) => ({
    product_name: `Petal Serum No. ${index + 1}`,
    category: index % 2 ? 'Skincare' : 'Makeup',
    merchant_name: merchant,
    price: index === 0 ? null : 10 + index,
    image_url: index === 1 ? '/not-there.jpg' : '/art/skincare-360.webp',
    affiliate_link: `https://shop.example.com/p/${index}`,
  }))
  const article = {
    slug,
    title: 'A guide to <b>nothing</b> & everything',
    excerpt: 'What to keep.',
    content:
      '<p>Keep what you <em>finish</em>.</p><img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>',
    category: 'Beauty',
    post_type: 'beauty',
    is_active: true,
  }
  const made = await Promise.all([
    service.from('products').insert(products),
    service.from('blog_posts').insert(article),
  ])
  for (const { error } of made) if (error) throw new Error(error.message)
  return {
    merchant,
    slug,
    async remove() {
      await service.from('products').delete().eq('merchant_name', merchant)
      await service.from('blog_posts').delete().eq('slug', slug)
    },
  }
}
