import { RASTER_TYPES } from '../upload/sniff.ts'

/** The headers that decide what a browser does with a stored file. */
export function servingHeaders(contentType: string, download: string | null): Record<string, string> {
  const type = servedType(contentType)
  const disposition = dispositionOf(type, download)
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
    ...(RASTER_TYPES.has(type) ? {} : { 'content-security-policy': "default-src 'none'; sandbox" }),
    ...(disposition ? { 'content-disposition': disposition } : {}),
  }
}

/** One type with parameters, and no comma: of a list browsers take the last, whatever the first was (Fetch, 2.2.5). */
const ONE_TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(;[^,]*)?$/

/** What a page of this origin could run as its own, by every name that browsers know (WHATWG MIME Sniffing, 4.6). */
const RUNS = /^(text\/html|(text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))$/

/**
 * The stored type, as far as a browser may believe it. Images come without parameters. A page or a script is plain
 * text: as an attachment it could still be the source of a script element, which `script-src 'self'` allows.
 */
function servedType(contentType: string): string {
  const [, written = '', parameters = ''] = ONE_TYPE.exec(contentType) ?? []
  const essence = written.toLowerCase()
  if (essence === '') return 'application/octet-stream'
  if (RASTER_TYPES.has(essence)) return essence
  return RUNS.test(essence) ? `text/plain${parameters}` : contentType
}

/** Only plain images are shown in place; everything else is offered for saving, whether or not it was asked for. */
function dispositionOf(type: string, download: string | null): string | null {
  if (download === null) return RASTER_TYPES.has(type) ? null : 'attachment'
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
