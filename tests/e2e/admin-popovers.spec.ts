import { expect, type Locator, test } from '@playwright/test'
import { openAsStaff, staffAccount } from '../support/staff.ts'

/** What the browser drew, once it is there. */
async function boxOf(place: Locator) {
  await expect(place).toBeVisible()
  const box = await place.boundingBox()
  if (!box) throw new Error('it has no place on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
]) {
  test(`at ${viewport.width} px the filters, columns and views of a list open beside their buttons, inside the window`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/products' })
    for (const [name, title] of [
      ['Filters', 'Filters'],
      ['Columns', 'Columns'],
      ['Views', 'Saved views'],
    ] as const) {
      const button = page.getByRole('button', { name, exact: true })
      await button.click()
      const panel = await boxOf(page.getByRole('dialog', { name: title }))
      const beside = await boxOf(button)
      const below = panel.y - beside.bottom
      const above = beside.y - panel.bottom
      expect(Math.max(below, above), `${name} stands under or over its button`).toBeGreaterThanOrEqual(0)
      expect(Math.max(below, above), `${name} stands next to its button`).toBeLessThanOrEqual(16)
      expect(panel.x, `${name} begins inside the window`).toBeGreaterThanOrEqual(0)
      expect(panel.right, `${name} ends inside the window`).toBeLessThanOrEqual(viewport.width)
      expect(panel.y, `${name} begins inside the window`).toBeGreaterThanOrEqual(0)
      expect(panel.bottom, `${name} ends inside the window`).toBeLessThanOrEqual(viewport.height)
      if (viewport.width > 800) {
        const touches = panel.x <= beside.right && beside.x <= panel.right
        expect(touches, `${name} shares a column with its button`).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: title })).toBeHidden()
    }
  })
}
