/** Longer addresses cannot receive mail (RFC 5321), and no expression is run over longer input. */
const longestAddress = 254

/** Text, an at sign, text, a dot and text, with no spaces (specification, 5). Reads each character once. */
export function isEmail(input: string): boolean {
  const text = input.trim()
  if (text.length === 0 || text.length > longestAddress || /\s/.test(text)) return false
  const at = text.indexOf('@')
  if (at < 1 || text.indexOf('@', at + 1) >= 0) return false
  const dot = text.indexOf('.', at + 2)
  return dot > 0 && dot < text.length - 1
}
