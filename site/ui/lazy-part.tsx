import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

interface LazyPartProps {
  /** Must be the same function in every render. */
  load: () => Promise<ComponentType>
  /** Stands there until then. */
  children?: ReactNode
}

/** A part that only this browser can fill: it comes with its code after the page, and never on the server. */
export function LazyPart({ load, children = null }: LazyPartProps) {
  const [Part, setPart] = useState<ComponentType>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      () => setFailed(true),
    )
  }, [load])
  if (Part) return <Part />
  if (failed) return <p role="alert">This part could not be loaded. Check your connection and reload the page.</p>
  return (
    <>
      {/* The page's scripts start at once, without waiting for a first sign of the visitor. */}
      <span data-needs-script hidden />
      {children}
    </>
  )
}
