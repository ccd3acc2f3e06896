import { expect, type Page, test } from '@playwright/test'
import { ready } from '../support/browser.ts'

// Whole journeys: some thirty steps, each with a page's images.

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

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
