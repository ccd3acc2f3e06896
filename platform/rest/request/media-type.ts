export interface AcceptedType {
  /** Lower case, without parameters: `text/csv`. */
  type: string
  parameters: ReadonlyMap<string, string>
  /** As the caller wrote it, for the 406 message. */
  text: string
}

export interface PlanFormat {
  format: 'json' | 'text'
  options: readonly string[]
  /** The media type that the explained request asks for. */
  inner: AcceptedType | null
}

const PLAN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const
export const JSON_TYPE = 'application/json'
export const OBJECT_TYPES = ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object']
export const ARRAY_TYPES = ['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array']

/** The Accept header's media types, best first; no header accepts anything. */
export function parseAccept(header: string | null): AcceptedType[] {
  if (header === null || header.trim() === '') return [parseMediaType('*/*')]
  return splitOutsideQuotes(header, ',')
    .map((text) => parseMediaType(text.trim()))
    .filter(({ type }) => type !== '')
    .map((accepted, at) => ({ accepted, at, quality: quality(accepted) }))
    .sort((a, b) => b.quality - a.quality || a.at - b.at)
    .map(({ accepted }) => accepted)
}

export function parseMediaType(text: string): AcceptedType {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';')
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const at = part.indexOf('=')
    if (at < 0) continue
    parameters.set(
      part.slice(0, at).trim().toLowerCase(),
      part
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    )
  }
  return { type: type.trim().toLowerCase(), parameters, text: text.replace(/;\s*q=[\d.]+/, '') }
}

function quality({ parameters }: AcceptedType): number {
  const value = Number(parameters.get('q') ?? '1')
  return Number.isFinite(value) ? value : 1
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,"])+/g : /(?:"[^"]*"|[^;"])+/g) ?? []
}

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers` */
export function planFormat({ type, parameters }: AcceptedType): PlanFormat | null {
  const match = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type)
  if (!match) return null
  const given = (parameters.get('options') ?? '').split('|')
  const inner = parameters.get('for')
  return {
    format: match[1] === 'json' ? 'json' : 'text',
    options: PLAN_OPTIONS.filter((option) => given.includes(option)),
    inner: inner === undefined ? null : parseMediaType(inner),
  }
}

export function stripsNulls({ parameters }: AcceptedType): boolean {
  return parameters.get('nulls') === 'stripped'
}
