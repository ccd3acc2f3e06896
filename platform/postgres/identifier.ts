/** Quotes one SQL identifier. The only way an identifier may enter a statement. */
export function quoteIdentifier(name: string): string {
  if (name.includes('\0')) throw new Error('An identifier cannot contain a NUL character.')
  return `"${name.replaceAll('"', '""')}"`
}

/** Quotes one SQL string literal, for the few statements (DDL, SET) that take no parameters. */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new Error('A literal cannot contain a NUL character.')
  const quoted = `'${text.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
  return text.includes('\\') ? ` E${quoted}` : quoted
}
