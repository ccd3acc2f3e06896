import { renewToast } from '#design/toasts.ts'
import { recordEvent } from '#site/features/events/record-event.ts'

/** Shares an address of ours: the page's own, unless told, without what a campaign or a scroll left in it. */
export async function sharePage(title: string, path = location.pathname): Promise<void> {
  const url = location.origin + path
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url })
      recordEvent('share', { properties: { channel: 'device' } })
      return
    } catch (error) {
      // Closing the sheet is an answer, not a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    recordEvent('share', { properties: { channel: 'copy' } })
    renewToast('success', 'Link copied')
  } catch {
    renewToast('error', `This browser does not let us copy. The address is ${url}`)
  }
}
