import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { phone, ready, serviceClient } from '../support/browser.ts'

// Whole journeys: some thirty steps, each with a page's images.

/** The name a headless browser gives itself is a robot's, and robots' downloads are not counted. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

async function ownGallery() {
  const service = await serviceClient()
  const id = randomUUID()
  const slug = `test-${id.slice(0, 8)}`
  const wallpaper = {
    collection_id: id,
    image_url: '/demo/wallpapers/new-moon-720.webp',
    description: 'A test',
    is_active: true,
  }
  const made = [
    await service
      .from('wallpaper_collections')
      .insert({ id, slug, name: 'Test', description: 'Only for a test', is_active: true }),
    await service.from('wallpapers').insert([
      { ...wallpaper, title: 'Two   Words', download_url: '/demo/wallpapers/new-moon.jpg', created_at: '2025-02-01' },
      { ...wallpaper, title: 'Gone', download_url: '/not-there.jpg', created_at: '2025-01-01' },
      {
        ...wallpaper,
        title: 'Hidden',
        download_url: '/demo/wallpapers/new-moon.jpg',
        created_at: '2025-03-01',
        is_active: false,
      },
    ]),
  ]
  for (const { error } of made) if (error) throw new Error(error.message)
  return {
    slug,
    count: async () => {
      const { data } = await service
        .from('wallpapers')
        .select('download_count')
        .eq('collection_id', id)
        .eq('title', 'Two   Words')
      return data?.[0]?.download_count
    },
    async remove() {
      await service.from('wallpapers').delete().eq('collection_id', id)
      await service.from('wallpaper_collections').delete().eq('id', id)
    },
  }
}

test.describe('wallpapers', () => {
  let gallery: Awaited<ReturnType<typeof ownGallery>>
  test.use({ userAgent: person })
  test.beforeAll(async () => {
    gallery = await ownGallery()
  })
  test.afterAll(() => gallery.remove())

  test('the first gallery is the pink one, and every collection has its own [S2.9.1] [S2.9.2] [S3.12] [S9.31] [B9.2]', async ({
    page,
  }) => {
    await page.goto('/wallpapers')
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Phone Wallpapers')
    await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    await expect(page.locator('[data-part~=wallpaper-card]')).toHaveCount(12)
    await expect(page.getByText(/^Free for personal use/)).toBeVisible()
    const collections = page.getByRole('navigation', { name: 'Wallpaper collections' })
    await expect(collections.locator('[aria-current="page"]')).toHaveText('Pink')
    await collections.getByRole('link', { name: 'After Dark' }).click()
    await expect(page).toHaveURL('/wallpapers?collection=after-dark')
    await expect(page.getByRole('heading', { level: 2, name: 'New Moon' })).toBeVisible()
    await expect(page).toHaveTitle('After Dark Phone Wallpapers | Dahlia')
  })

  test('says that they are loading while they are [S2.9.3]', async ({ page }) => {
    await page.goto('/wallpapers')
    await ready(page)
    const arrived = Promise.withResolvers<void>()
    await page.route('**/wallpapers.data*', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Quiet Neutrals' }).click()
    await expect(page.getByText('Loading wallpapers...')).toBeVisible()
    arrived.resolve()
    await expect(page.getByText('Loading wallpapers...')).toBeHidden()
    await expect(page.getByRole('heading', { level: 2, name: 'First Light' })).toBeVisible()
  })

  test('says that a collection is empty [S2.9.4]', async ({ page }) => {
    await page.goto('/wallpapers?collection=no-such-one')
    await expect(page.getByText('No Wallpapers Available')).toBeVisible()
    await expect(
      page.getByText('There are currently no wallpapers in this collection. Check back later for new designs!'),
    ).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })

  test('stand in one, two or three columns, 9 to 16 [S2.9.5] [S9.31]', async ({ page }) => {
    await page.goto('/wallpapers')
    for (const [width, columns] of [
      [390, 1],
      [768, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const grid = page.locator('[data-part~=wallpaper-grid]')
      const tracks = await grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
      expect(tracks, `at ${width} px`).toBe(columns)
      const box = await page.locator('[data-part~=wallpaper-frame]').first().boundingBox()
      expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(16 / 9, 1)
    }
  })

  test('a download saves the very file under its title, is counted once and confirmed [S2.9.6] [S3.11] [S4.30] [S7.13] [S7.15] [S8.28]', async ({
    page,
  }) => {
    await page.goto(`/wallpapers?collection=${gallery.slug}`)
    await ready(page)
    // newest first, and what is not active is nobody's
    await expect(page.getByRole('heading', { level: 2 }).locator('visible=true')).toContainText(['Two Words', 'Gone'])
    await expect(page.getByText('Hidden')).toHaveCount(0)
    const card = page.locator('[data-part~=wallpaper-card]').filter({ hasText: 'Two Words' })
    await expect(card.locator('[data-part~=wallpaper-count]')).toHaveText('New here')
    const saved = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Download' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('two-words.jpg')
    expect(await readFile(await download.path())).toEqual(await readFile('demo/images/wallpapers/new-moon.jpg'))
    await expect(page.locator('.toast')).toHaveText('Wallpaper downloaded successfully!')
    await expect(card.locator('[data-part~=wallpaper-count]')).toHaveText('1 download')
    expect(await gallery.count()).toBe(1)
    // a cached page shows the present count too
    await page.reload()
    await expect(card.locator('[data-part~=wallpaper-count]')).toHaveText('1 download')
  })

  test('a download with the first tap of a visit, before the scripts have come, is counted and confirmed too', async ({
    page,
  }) => {
    let release = () => {}
    const downloaded = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/assets\/(?!boot-)[^/]+\.js$/, async (route) => {
      await downloaded
      await route.continue()
    })
    // Downloads are counted once for each visitor: this one is another.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.148' })
    const before = await gallery.count()
    await page.goto(`/wallpapers?collection=${gallery.slug}`)
    const card = page.locator('[data-part~=wallpaper-card]').filter({ hasText: 'Two Words' })
    const saved = page.waitForEvent('download')
    await card.getByRole('link', { name: 'Download' }).click()
    expect((await saved).suggestedFilename()).toBe('two-words.jpg')
    release()
    await expect(page.locator('.toast')).toHaveText('Wallpaper downloaded successfully!')
    await expect.poll(() => gallery.count()).toBe(before + 1)
  })

  test('a download that fails says so, in a toast and in the console [S8.28]', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
    await page.goto(`/wallpapers?collection=${gallery.slug}`)
    await ready(page)
    await page
      .locator('[data-part~=wallpaper-card]')
      .filter({ hasText: 'Gone' })
      .getByRole('link', { name: 'Download' })
      .click()
    await expect(page.locator('.toast[data-kind="error"]')).toHaveText('Failed to download wallpaper')
    expect(logged.some((line) => line.includes('Failed to download wallpaper'))).toBe(true)
  })

  test('the picture opens a lock screen, which works by keyboard and gives the focus back', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto('/wallpapers')
    await ready(page)
    const picture = page.locator('[data-part~=wallpaper-frame]').first()
    await picture.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Blush Corner' })
    await expect(dialog).toBeVisible()
    await expect(dialog.locator('[data-part~=phone-time]')).toHaveText(/^\d{1,2}:\d\d$/)
    await dialog.getByLabel('Show the clock').uncheck()
    await expect(dialog.locator('[data-part~=phone-time]')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Next wallpaper' }).click()
    await expect(page.getByRole('dialog', { name: 'Pink Hour' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(picture).toBeFocused()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a wallpaper is a plain download', async ({ page }) => {
    await page.goto('/wallpapers')
    const link = page.getByRole('link', { name: 'Download Blush Corner' })
    await expect(link).toHaveAttribute('download', 'blush-corner.jpg')
    const saved = page.waitForEvent('download')
    await link.click()
    expect((await saved).suggestedFilename()).toBe('blush-corner.jpg')
  })
})
