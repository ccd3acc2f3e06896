import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { type EmbeddedPostgres, freePort, silentLog, startEmbedded } from '#platform'
import { desktop } from '../support/browser.ts'
import { serviceClientOf } from '../support/clients.ts'
import { type Dahlia, startProcess, temporaryDataDir } from '../support/dahlia.ts'
import { type Account, signIn, staffAccount } from '../support/staff.ts'

// A database and a disk of their own: what is taken away here would be missing everywhere else.
test.use({ viewport: desktop, reducedMotion: 'reduce' })
test.describe.configure({ mode: 'serial' })

const execute = promisify(execFile)
/** Some wallpapers, each of them twice while it is being kept. */
const DISK_BYTES = 16 * 1024 * 1024

let dahlia: Dahlia
let cluster: Parameters<typeof startEmbedded>[0]
let database: EmbeddedPostgres
let admin: Account
let files: string
let hasOwnDisk = false
const cleanUp: (() => Promise<unknown>)[] = []

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const folder = await temporaryDataDir()
  cleanUp.push(folder.remove)
  files = join(folder.dataDir, 'files')
  await mkdir(files, { recursive: true })
  const mounted = await execute('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', files]).catch(() => null)
  hasOwnDisk = mounted !== null
  if (hasOwnDisk) cleanUp.push(() => execute('umount', ['--lazy', files]))
  cluster = { dataDir: `${folder.dataDir}-elsewhere`, port: await freePort(), log: silentLog }
  database = await startEmbedded(cluster)
  cleanUp.push(() => database.stop())
  const env = { DATABASE_URL: database.url, TRUST_PROXY: '1' }
  dahlia = await startProcess({ dataDir: folder.dataDir, port: await freePort(), env })
  cleanUp.push(() => dahlia.stop())
  admin = await staffAccount('admin', dahlia)
})
test.afterAll(async () => {
  test.setTimeout(90_000)
  for (const undo of cleanUp.toReversed()) await undo()
})

const toast = (page: Page, text: string | RegExp) => page.getByLabel(/^Notifications/).getByText(text)

test('a stopped database is told by lists, saves and the sign-in, loses nothing typed, and is forgotten once it is back', async ({
  page,
  browser,
}) => {
  const name = `Calla ${randomUUID().slice(0, 8)}`
  const service = await serviceClientOf(dahlia)
  expect(
    (await service.from('merchants').insert({ name, slug: name.toLowerCase().replace(' ', '-') })).error,
  ).toBeNull()
  await signIn(page, admin, dahlia.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(`${dahlia.url}/admin/merchants?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Merchant' })
  await dialog.getByLabel('Description').fill('Typed before it stopped')

  await database.stop()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Failed to update merchant: ')
  await expect(dialog.getByRole('alert')).toContainText(/database|try again/i)
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed before it stopped')

  const other = await browser.newPage()
  await signIn(other, admin, dahlia.url)
  await expect(other.getByRole('alert')).toContainText(/database|try again/i)

  await other.close()
  const list = await page.context().newPage()
  await list.goto(`${dahlia.url}/admin/merchants`)
  await expect(list.getByRole('alert')).toContainText(
    /Error loading (user permissions|merchants): .*(database|try again)/i,
  )

  database = await startEmbedded(cluster)
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden({ timeout: 2000 })
  }).toPass()
  const { data } = await service.from('merchants').select('description').eq('name', name).single()
  expect(data).toEqual({ description: 'Typed before it stopped' })
  await list
    .getByRole('link', { name: 'Try refreshing the page' })
    .or(list.getByRole('button', { name: 'Try again' }))
    .click()
  await expect(list.getByRole('link', { name: `Edit ${name}` })).toBeVisible()
})

test('an upload onto a full disk says so, keeps the form, and succeeds once there is room', async ({ page }) => {
  test.skip(!hasOwnDisk, 'A disk of a few megabytes needs the right to mount one.')
  const title = `Noise ${randomUUID().slice(0, 8)}`
  await signIn(page, admin, dahlia.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(`${dahlia.url}/admin/wallpapers?edit=new`)
  const dialog = page.getByRole('dialog', { name: 'Add Wallpaper' })
  await dialog.getByLabel('Title').fill(title)
  const noise = sharp(randomBytes(180 * 320 * 3), { raw: { width: 180, height: 320, channels: 3 } })
  await dialog
    .getByLabel('Image')
    .setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer: await noise.png().toBuffer() })
  const filler = join(files, 'filler')
  await writeFile(filler, Buffer.alloc(DISK_BYTES)).catch(() => {})
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, /^Failed to upload image: The server has no room left on its disk/)).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  const service = await serviceClientOf(dahlia)
  expect((await service.from('wallpapers').select('id').eq('title', title)).data).toEqual([])

  await rm(filler)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Wallpaper created')).toBeVisible()
  expect((await service.from('wallpapers').select('id').eq('title', title)).data).toHaveLength(1)
})

test('without the connection that tells of changes, a screen looks for them itself', async ({ page }) => {
  await page.routeWebSocket('**/realtime/**', (socket) => socket.close())
  await signIn(page, admin, dahlia.url)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.goto(`${dahlia.url}/admin/jobs`)
  await expect(page.getByText('No long work was started yet.')).toBeVisible()
  const service = await serviceClientOf(dahlia)
  const args = { table: 'merchants', filter: [], changes: { description: 'Seen' } }
  expect((await service.rpc('start_job', { kind_param: 'bulk-change', args_param: args })).error).toBeNull()
  await expect(page.getByRole('row', { name: /Bulk change/ })).toBeVisible()
})
