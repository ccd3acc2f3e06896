/** Indents by the brackets that are open, two spaces each: the generator itself thinks in lines only. */
export function indent(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      const content = line.trim()
      const closesFirst = /^[}\]]/.test(content) ? 1 : 0
      const indented = content && '  '.repeat(depth - closesFirst) + content
      depth += count(content, /[{[]/g) - count(content, /[}\]]/g)
      return indented
    })
    .join('\n')
}

function count(line: string, pattern: RegExp): number {
  return line.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`/g, '').match(pattern)?.length ?? 0
}
