/**
 * Goes to a section the visitor asked for, gliding unless they want no motion; the keyboard goes along. False when the
 * page has no such section. Asked for here and nowhere else: a smooth page would also glide to the top of every next one.
 */
export function scrollToSection(id: string): boolean {
  const section = document.getElementById(id)
  if (!section) return false
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  section.tabIndex = -1
  section.focus({ preventScroll: true })
  return true
}
