import { essenceOf, RASTER_TYPES } from '../intake/sniff.ts'

/** The headers that decide what a browser does with a stored file. */
export function servingHeaders(contentType: string, download: string | null): Record<string, string> {
  const essence = essenceOf(contentType)
  const disposition = dispositionOf(essence, download)
  return {
    // A stored page must never become a page of this origin.
    'content-type': essence === 'text/html' ? contentType.replace(/text\/html/i, 'text/plain') : contentType,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    ...(RASTER_TYPES.has(essence) ? {} : { 'content-security-policy': "default-src 'none'; sandbox" }),
    ...(disposition ? { 'content-disposition': disposition } : {}),
  }
}

/** Only plain images are shown in place; everything else is offered for saving, whether or not it was asked for. */
function dispositionOf(essence: string, download: string | null): string | null {
  if (download === null) return RASTER_TYPES.has(essence) ? null : 'attachment'
  if (download === '') return 'attachment;'
  const name = rfc5987(download)
  return `attachment; filename=${name}; filename*=UTF-8''${name}`
}

/** Percent-encoding of RFC 5987, which knows fewer plain characters than a URL does. */
function rfc5987(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
