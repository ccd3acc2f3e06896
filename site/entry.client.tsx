import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { changeConfig } from '#domain/site-config.ts'

// The texts that the server rendered with.
changeConfig(document.querySelector<HTMLMetaElement>('meta[name=site-config]')?.content ?? null)

// A transition lets React hydrate in slices of a few milliseconds instead of one long task.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
