/** Puts a link into the head; ends when what it names has arrived, or has not. */
export function addLink(attributes: Partial<Pick<HTMLLinkElement, 'rel' | 'href' | 'as'>>): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), attributes)
  const done = new Promise((resolve) => {
    link.onload = link.onerror = resolve
  })
  document.head.append(link)
  return done
}
