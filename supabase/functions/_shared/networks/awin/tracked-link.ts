import { webAddress } from '../../catalogue/web-address.ts'

/**
 * The link that counts a click on a merchant's page (Awin, "Deep Links"). Empty without a page, a programme or our own
 * publisher id: a link that earns nothing is none.
 */
export function trackedLink({
  page,
  programmeId,
  publisherId,
}: {
  page: string
  programmeId: string
  publisherId?: string | null
}): string {
  if (page === '' || !publisherId || !/^\d+$/.test(programmeId)) return ''
  const destination = webAddress(page)
  if (destination === null) return ''
  const query = `awinmid=${programmeId}&awinaffid=${encodeURIComponent(publisherId)}&ued=${encodeURIComponent(destination)}`
  return `https://www.awin1.com/cread.php?${query}`
}
