import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { ProductImage } from './product-image.tsx'

const sized = '/_image/7/abcdefghijklmnopqrstuA'

describe('an image that our server makes smaller', () => {
  const html = renderToStaticMarkup(<ProductImage src={`${sized}#fedcba`} widths={[160, 320, 480]} sizes="8rem" />)

  test('is offered in the widths of its place, as AVIF and as WebP', () => {
    const set = (type: string) => [160, 320, 480].map((width) => `${sized}/${width}.${type} ${width}w`).join()
    expect(html).toContain(`<source type="image/avif" srcSet="${set('avif')}" sizes="8rem"/>`)
    expect(html).toContain(`src="${sized}/160.webp" srcSet="${set('webp')}" sizes="8rem"`)
    expect(html).not.toContain('#fedcba')
  })

  test('shows its two colours until it has come, and nothing where they are not known', () => {
    expect(html).toContain('style="background:linear-gradient(#fed,#cba)"')
    expect(renderToStaticMarkup(<ProductImage src={sized} />)).not.toContain('style=')
  })
})

test('an image of a shop that we may not copy keeps its address, and what stands behind it styles nothing', () => {
  const html = renderToStaticMarkup(<ProductImage src="https://shop.example/a.jpg#);background:url(//evil.example)" />)
  expect(html).toContain('src="https://shop.example/a.jpg#')
  expect(html).not.toMatch(/style=|srcset|<picture/i)
})

test('only the first image of a page comes before all else, and only what is seen at once comes at once', () => {
  expect(renderToStaticMarkup(<ProductImage src={sized} first eager />)).toMatch(
    /^(?!.*loading=).*fetchPriority="high"/i,
  )
  expect(renderToStaticMarkup(<ProductImage src={sized} />)).toMatch(/^(?!.*fetchPriority).*loading="lazy"/i)
})

test('an image beside its product’s name is decoration; one that stands alone has a text', () => {
  expect(renderToStaticMarkup(<ProductImage src={sized} />)).toContain('alt=""')
  expect(renderToStaticMarkup(<ProductImage src={sized} alt="Rose Serum" />)).toContain('alt="Rose Serum"')
})

test('a missing image is the placeholder', () => {
  const html = renderToStaticMarkup(<ProductImage src={null} />)
  expect(html).toContain('data-picture="missing"')
  expect(html).toContain('src="/placeholder.svg"')
})
