import { expect, type Page, test } from '@playwright/test'
import { open, phone } from '../support/browser.ts'
import { ownShelf, type Shelf } from '../support/own-shelf.ts'

let shelf: Shelf
test.beforeAll(async () => {
  shelf = await ownShelf()
})
test.afterAll(() => shelf?.remove())

/** The product's first picture, opened large. */
async function openLarge(page: Page) {
  await open(page, shelf.serum.path)
  await page.getByRole('button', { name: /^Zoom/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const view = () =>
    dialog.locator('img').evaluate((image) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(image).transform)
      return { x: Math.round(e), y: Math.round(f), scale: a }
    })
  return { dialog, view, stage: dialog.locator('[data-part~=zoom-stage]'), percent: dialog.locator('output') }
}

test.describe('a product’s image', () => {
  test('opens a picture large, and everything there works by keyboard', async ({ page }) => {
    await open(page, shelf.serum.path)
    const opener = page.getByRole('button', { name: /^Zoom/ })
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('output')).toHaveText('100%')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(dialog.locator('output')).toHaveText('225%')
    const picture = dialog.locator('img')
    const before = await picture.getAttribute('style')
    await page.keyboard.press('ArrowRight')
    await expect(picture).not.toHaveAttribute('style', before ?? '')
    await page.keyboard.press('0')
    await expect(dialog.locator('output')).toHaveText('100%')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('keeps the keyboard in the large picture when nothing is left to zoom', async ({ page }) => {
    const { dialog, percent } = await openLarge(page)
    const smaller = dialog.getByRole('button', { name: 'Zoom out' })
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect(percent).toHaveText('150%')
    await smaller.focus()
    await page.keyboard.press('Enter')
    await expect(percent).toHaveText('100%')
    await expect(smaller).toHaveAttribute('aria-disabled', 'true')
    await expect(smaller).toBeFocused()
    await page.keyboard.press('+')
    await expect(percent).toHaveText('150%')
  })

  test('is enlarged where the wheel or a double press is, dragged within its edges, and anew each time', async ({
    page,
  }) => {
    const { dialog, stage, percent, view } = await openLarge(page)
    const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const scrolled = await page.evaluate(() => scrollY)
    await page.mouse.move(x + width / 4, y + height / 2)
    await page.mouse.wheel(0, -100)
    await expect(percent).toHaveText('115%')
    expect((await view()).x).toBeGreaterThan(0) // towards the pointer, on the left
    await page.mouse.wheel(0, 100)
    await expect(percent).toHaveText('100%')
    expect(await view()).toEqual({ x: 0, y: 0, scale: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)

    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('225%')
    const start = await view()
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 50, y + height / 2 + 20, { steps: 4 })
    await expect.poll(async () => (await view()).x).toBe(50)
    expect((await view()).y).toBe(start.y + 20)
    await page.mouse.move(x + width * 3, y + height * 3, { steps: 4 })
    await page.mouse.up()
    const furthest = await view()
    expect(Math.abs(furthest.x - (1.25 * width) / 2)).toBeLessThanOrEqual(1)
    expect(Math.abs(furthest.y - (1.25 * height) / 2)).toBeLessThanOrEqual(1)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: /^Zoom/ }).click()
    await expect(percent).toHaveText('100%')
    expect(await view()).toEqual({ x: 0, y: 0, scale: 1 })
    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('225%')
    await page.mouse.dblclick(x + width / 2, y + height / 2)
    await expect(percent).toHaveText('100%')
  })

  test.describe('on a phone', () => {
    test.use({ viewport: phone, hasTouch: true, isMobile: true })

    test('a large picture is pinched, dragged with a finger and enlarged by a double tap', async ({ page }) => {
      const { stage, percent, view } = await openLarge(page)
      const { x, y, width, height } = (await stage.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      const [midX, midY] = [x + width / 2, y + height / 2]
      const client = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [x: number, y: number][]) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) })

      await touch('touchStart', [midX - 40, midY], [midX + 40, midY])
      for (const apart of [50, 60, 70, 80]) await touch('touchMove', [midX - apart, midY], [midX + apart, midY])
      await touch('touchEnd')
      await expect(percent).toHaveText('200%')
      expect(await view()).toEqual({ x: 0, y: 0, scale: 2 })

      await touch('touchStart', [midX, midY])
      for (const by of [10, 20, 30]) await touch('touchMove', [midX + by, midY - by])
      await touch('touchEnd')
      await expect.poll(async () => (await view()).x).toBe(30)
      expect((await view()).y).toBe(-30)
      expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1) // the browser's own zoom kept out of it

      for (const text of ['100%', '225%', '100%']) {
        await page.touchscreen.tap(midX, midY)
        await page.touchscreen.tap(midX + 5, midY)
        await expect(percent).toHaveText(text)
      }
    })
  })
})
