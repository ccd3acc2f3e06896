import { type ComponentType, lazy, useState } from 'react'

/**
 * A part of a page with a script of its own, and what fetches that. The server waits for it before it renders, and a page
 * before it is hydrated (`handle.parts` of its route): in a part that is still being fetched React hears of no tick and no tap.
 * Navigation inside the site shows the nearest Suspense fallback meanwhile.
 */
export function pagePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): [part: ComponentType<Props>, ready: () => Promise<unknown>] {
  let loaded: ComponentType<Props> | undefined
  const ready = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later = lazy(ready)
  function Part(props: Props) {
    // Not exchanged while it is shown: its state would be lost.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Shown {...props} />
  }
  return [Part, ready]
}
