import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { desktop, phone, serviceClient } from '../support/browser.ts'
import { axeSource, judge, judgedWidths, keyboardFaults, overflow } from '../support/screen.ts'
import { openAsStaff, staffAccount } from '../support/staff.ts'

test.use({ viewport: desktop, trace: 'off' })
test.describe.configure({ timeout: 120_000 })

test('a held run tells what it would change and refuse, is discarded, and begins again as another', async ({
  page,
}) => {
  const service = await serviceClient()
  const row = {
    ...{
      kind: 'demo',
      network_id: 'awin',
      source_name: 'demo',
      status: 'held',
      message: 'Under 80 % of the last run.',
    },
    ...{ rows_read: 1200, rows_rejected: 200, rows_new: 300, rows_changed: 400, rows_unchanged: 300 },
    rejected_by_reason: { 'no price': 200 },
    difference: {
      ...{ new: 300, changed: 400, unchanged: 300, delisted: 0 },
      samples: {
        new: [{ name: 'Linen Robe', price: '20 USD' }],
        changed: [{ id: '1', name: 'Silk Robe', before: '40 USD', after: '10 USD' }],
        delisted: [],
      },
    },
  }
  const { data: run, error } = await service.from('feed_runs').insert(row).select('id').single()
  expect(error).toBeNull()
  try {
    const sample = { feed_run_id: run?.id, line_number: 7, reason: 'no price', raw: 'Wool Robe,,' }
    expect((await service.from('feed_run_samples').insert(sample)).error).toBeNull()
    const refused = { feed_run_id: run?.id, line_number: 7, reason: 'no price', row_text: 'Wool Robe,,' }
    expect((await service.from('refused_rows').insert(refused)).error).toBeNull()
    await openAsStaff(page, { account: await staffAccount('admin'), path: '/admin/feeds/runs?status=held&kind=demo' })
    await page.getByRole('link', { name: 'The demo shop', exact: true }).first().click()
    const state = page.getByRole('region', { name: 'The demo shop' })
    await expect(state.getByRole('definition').nth(1)).toHaveText('1,000')
    await expect(state).toContainText('Under 80 % of the last run.')
    await expect(page.getByRole('region', { name: 'Difference' })).toContainText('Silk Robe: 40 USD → 10 USD')
    await page.getByText('no price: 200').press('Enter')
    await expect(page.getByText('Line 7: Wool Robe,,')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('region', { name: 'Refused rows' }).getByRole('button', { name: 'Export CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('"7","no price","Wool Robe,,"')
    await page.evaluate(axeSource)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const { isBetween, ...viewport } of judgedWidths(phone)) {
        await page.setViewportSize(viewport)
        expect(await overflow(page)).toEqual([])
        expect(await judge(page, { theme: colorScheme, isBetween })).toEqual([])
      }
    }
    expect(await keyboardFaults(page)).toEqual([])
    await state.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await expect(state.getByRole('status')).toContainText('discarded')
    await expect(state).toContainText('Discarded by')
    await state.getByRole('button', { name: 'Retry' }).click()
    await expect(state.getByRole('status')).toContainText('queued')
    await expect(page).not.toHaveURL(new RegExp(`/${run?.id}$`))
    await state.getByRole('button', { name: 'Cancel' }).click()
    await expect(state.getByRole('status')).toContainText('cancelled')
    await expect(state).toContainText('Cancelled by')
    await page.goto('/admin/feeds/runs/abc')
    await expect(page.getByRole('alert')).toHaveText(/^Error loading run: There is no such run of an import/)
  } finally {
    await service.from('feed_runs').delete().eq('kind', 'demo')
  }
})
