/** What has to be passed over when statements are told apart: comments, strings, quoted names, dollar-quoted bodies. */
const OPAQUE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|;/g

const ABOUT_EXTENSION =
  /^(?:create\s+extension(?:\s+if\s+not\s+exists)?|comment\s+on\s+extension|alter\s+extension)\s+(?:"((?:[^"]|"")+)"|([\w$]+))/i

/** SQL without the statements that make, describe or change some extensions, and the names of those it was rid of. */
export function withoutExtensions(sql: string, names: string[]): { sql: string; skipped: string[] } {
  const skipped = new Set<string>()
  const kept = splitStatements(sql).map((statement) => {
    const [, quoted, plain] = ABOUT_EXTENSION.exec(bare(statement)) ?? []
    const name = quoted ?? plain?.toLowerCase()
    if (name === undefined || !names.includes(name)) return statement
    skipped.add(name)
    // As many lines as before: errors of the rest name the right one.
    return statement.replace(/[^\n]/g, ' ')
  })
  return { sql: kept.join(''), skipped: [...skipped] }
}

/** Each with its semicolon; together the whole text. */
function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(OPAQUE)].filter(([part]) => part === ';').map(({ index }) => index + 1)
  return [...ends, sql.length].map((end, at) => sql.slice(at === 0 ? 0 : ends[at - 1], end))
}

/** A statement from its first word on. */
function bare(statement: string): string {
  return statement.replace(/^(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/, '')
}

/** What to do about an extension that the server does not have; null for any other error. */
export function adviceOnMissingExtension(error: unknown): string | null {
  const [, name] = /extension "([^"]+)" is not available/.exec(error instanceof Error ? error.message : '') ?? []
  if (name === undefined) return null
  return `The extension ${name} is not part of this PostgreSQL. Use one that has it (--database-url, DATABASE_URL), or name it in skip_extensions of [platform] (--skip-extensions ${name}) to go on without it.`
}
