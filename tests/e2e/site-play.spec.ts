import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { phone, ready, serviceClient } from '../support/browser.ts'

// Whole journeys: some thirty steps, each with a page's pictures.
test.describe.configure({ timeout: 60_000 })

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
    await service.from('wallpaper_collections').insert({ id, slug, name: 'Test', description: 'Only for a test' }),
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

  test('the first gallery is the pink one, and every collection has its own [S2.9.1] [S2.9.2] [S3.12] [S9.31]', async ({
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
    // a kept page shows the present count too
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

  test('the quiz goes from question to result, back, and never on without an answer [S2.10.6]', async ({ page }) => {
    await page.goto('/quiz/spirit-animal')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Please select an answer before continuing')).toBeVisible()
    await expect(page.getByText('Question 1 of 4')).toBeVisible()
    for (const [number, option] of [
      [1, 'Coffee, a book'],
      [2, 'hears her out'],
      [3, 'A print I have never worn'],
    ] as const) {
      await expect(page.getByText(`Question ${number} of 4`)).toBeVisible()
      await page.getByRole('radio', { name: option }).check()
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('radio', { name: 'A print I have never worn' })).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: 'Calm: long evenings' }).check()
    await page.getByRole('button', { name: 'See Results' }).click()
    await expect(page).toHaveURL('/quiz/spirit-animal/owl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owl Spirit')
    await page.getByRole('link', { name: 'Take Again' }).click()
    await expect(page.getByText('Question 1 of 4')).toBeVisible()
    await expect(page.locator('main input:checked')).toHaveCount(0)
  })

  test('answers in an address are kept by nobody', async ({ request }) => {
    const reply = await request.get('/quiz/spirit-animal?q1=owl&at=1&go=next')
    expect(reply.headers()['cache-control']).toBe('private, no-store')
  })
})

test.describe('the quiz', () => {
  test('shows how far it is in the colours of the system, too', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto('/quiz/spirit-animal')
    const colours = await page.locator('[data-part~=quiz-progress] > div').evaluate((bar) => {
      const colour = (element: Element | null) => element && getComputedStyle(element).backgroundColor
      return { done: colour(bar.querySelector('span')), rest: colour(bar) }
    })
    expect(colours.done).not.toBe(colours.rest)
  })

  const start = async (page: Page) => {
    await page.goto('/quiz/spirit-animal')
    await ready(page)
  }

  test('is done by keyboard alone, and the focus goes with the questions [S2.10.3] [S2.10.5] [S2.10.7] [S2.10.13]', async ({
    page,
  }) => {
    const told = listenForEvents(page)
    await start(page)
    await expect(page.getByRole('progressbar', { name: 'Question 1 of 4' })).toHaveAttribute('aria-valuenow', '25')
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await page.getByRole('radio').first().focus()
    for (let question = 1; question <= 4; question++) {
      // the second option of each question
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio').nth(1)).toBeChecked()
      await page.keyboard.press('Enter')
      if (question === 4) break
      await expect(page.getByText(`Question ${question + 1} of 4`)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
      await page.keyboard.press('Tab')
    }
    // owl, butterfly, lioness, dolphin: one each, and the first of the order wins
    await expect(page).toHaveURL('/quiz/spirit-animal/butterfly')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Butterfly Spirit')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.locator('[data-part~=quiz-big-emoji]')).toHaveText('🦋')
    expect(told).toEqual(['quiz_start', 'quiz_answer', 'quiz_answer', 'quiz_answer', 'quiz_answer', 'quiz_complete'])
  })

  test('keeps an answer that was quicker than the script', async ({ page }) => {
    const clicked = Promise.withResolvers<void>()
    await page.route('**/assets/entry*', async (route) => {
      await clicked.promise
      await route.continue()
    })
    await page.goto('/quiz/spirit-animal')
    await page.getByRole('radio').nth(2).check()
    clicked.resolve()
    await ready(page)
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Question 2 of 4')).toBeVisible()
  })

  test('waits for an answer, and replaces one [S4.25] [S5.15] [S8.29]', async ({ page }) => {
    await start(page)
    const next = page.getByRole('button', { name: 'Next' })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await next.click({ force: true })
    await expect(page.getByRole('alert').filter({ hasText: 'Please select an answer before continuing' })).toBeVisible()
    await page.getByRole('radio').nth(3).check()
    await expect(page.getByText('Please select an answer before continuing')).toHaveCount(0)
    await page.getByRole('radio').nth(1).check()
    await next.click()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('radio').nth(1)).toBeChecked()
    await expect(page.getByRole('radio').nth(3)).not.toBeChecked()
  })

  test('is found again after a reload, and begins anew with Take Again [S2.10.9] [S4.27]', async ({ page }) => {
    await start(page)
    for (let question = 1; question <= 2; question++) {
      await page.getByRole('radio').nth(2).check()
      await page.getByRole('button', { name: 'Next' }).click()
    }
    await expect(page.getByText('Question 3 of 4')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Question 3 of 4')).toBeVisible()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('1')
    await expect(page.getByRole('radio').first()).toBeChecked()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'See Results' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ Spirit$/)
    await page.getByRole('link', { name: 'Take Again' }).click()
    await expect(page.getByText('Question 1 of 4')).toBeVisible()
    await expect(page.locator('main input:checked')).toHaveCount(0)
  })

  test('a result has its own address, picture, title, matches and ways on [S2.10.11]', async ({ page, request }) => {
    await page.goto('/quiz/spirit-animal/dolphin')
    await expect(page).toHaveTitle('Dolphin Spirit: Spirit Animal Quiz | Dahlia')
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect(image).toMatch(/\/_share\/wide\/quiz\/spirit-animal\/dolphin\.jpg\?v=[\w-]+$/)
    expect((await request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg')
    await expect(page.locator('[data-part~=product-card]')).toHaveCount(4)
    await expect(page.locator('[data-part~=article-card]').first()).toBeVisible()
    for (const [name, to] of [
      ['Lifestyle Tips', '/lifestyle'],
      ['Beauty Guides', '/beauty'],
      ['More Quizzes', '/quiz/spirit-animal'],
    ] as const) {
      await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', to)
    }
    expect((await page.goto('/quiz/spirit-animal/tiger'))?.status()).toBe(404)
  })

  test('has its heading, says what it is about, and tells search engines [S2.10.2] [S2.10.12]', async ({ page }) => {
    await page.goto('/quiz/spirit-animal')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which animal is your spirit?')
    await expect(page.locator('main')).toContainText(/A butterfly, a dolphin, a lioness or an owl: .* about 2 minutes/)
    await expect(page).toHaveTitle('Spirit Animal Quiz: Which One Are You? | Dahlia')
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /about 2 minutes/)
    const block = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(block).toMatchObject({ '@type': 'Quiz', name: 'Spirit Animal Quiz' })
    expect(block.hasPart).toHaveLength(4)
  })
})

test.describe('sharing a result', () => {
  const open = async (page: Page) => {
    await page.goto('/quiz/spirit-animal/lioness')
    await ready(page)
  }

  test('hands title, text and address to the device [S2.10.8] [S2.10.13] [S7.16]', async ({ page }) => {
    const told = listenForEvents(page)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => document.documentElement.setAttribute('data-shared', JSON.stringify(data)),
      })
    })
    await open(page)
    await page.getByRole('button', { name: 'Share Results' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-shared', /Lioness Spirit.*quiz\/spirit-animal\/lioness/)
    expect(told).toEqual(['quiz_share'])
  })

  test('copies where the device cannot share [S7.17] [S8.30]', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await open(page)
    await page.getByRole('button', { name: 'Share Results' }).click()
    await expect(page.getByText('Results copied to clipboard!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /Lioness Spirit.*\/quiz\/spirit-animal\/lioness$/,
    )
  })

  test('leads to Facebook and Twitter in a new tab, and tells how for Instagram [S2.10.10] [S7.18]', async ({
    page,
  }) => {
    await open(page)
    const facebook = page.getByRole('main').getByRole('link', { name: /Facebook/ })
    const twitter = page.getByRole('main').getByRole('link', { name: /Twitter/ })
    expect(await facebook.getAttribute('href')).toMatch(
      /^https:\/\/www\.facebook\.com\/sharer\/sharer\.php\?u=.*lioness$/,
    )
    expect(await twitter.getAttribute('href')).toMatch(
      /^https:\/\/twitter\.com\/intent\/tweet\?text=I\+am\+a\+Lioness.*url=/,
    )
    for (const link of [facebook, twitter]) await expect(link).toHaveAttribute('target', '_blank')
    await page.getByRole('button', { name: 'Instagram' }).click()
    await expect(page.getByText('Share your result screenshot on Instagram stories!')).toBeVisible()
  })
})

test('a page that fails on the server names its number in the log, and no stack [S2.12.2] [S8.31]', async ({
  request,
}) => {
  // A write to a page that takes none: the router's own failure, drawn on the server.
  const reply = await request.post('/blog', { form: { a: 'b' } })
  expect(reply.status()).toBe(405)
  const html = await reply.text()
  expect(html).toContain('Unexpected Application Error!')
  expect(html).toContain(reply.headers()['x-request-id'])
  expect(html).not.toMatch(/\bat .*\.js:\d+/)
  expect(await (await request.get('/blog')).text()).not.toContain('name="request-id"')
})

/** The names of what the page reports, in order. */
function listenForEvents(page: Page): string[] {
  const told: string[] = []
  page.on('request', (sent) => {
    if (!sent.url().includes('/functions/v1/record-event')) return
    const { name } = JSON.parse(sent.postData() ?? '{}')
    if (String(name).startsWith('quiz')) told.push(name)
  })
  return told
}
