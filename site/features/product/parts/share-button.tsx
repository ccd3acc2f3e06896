import { ShareIcon } from '#design/icons.tsx'

/** The device's own share sheet; where there is none, the address is copied. */
export function ShareButton({ name }: { name: string }) {
  return (
    <button
      type="button"
      className="share-button needs-script"
      onClick={() => void import('./share-page.ts').then(({ sharePage }) => sharePage(name))}
    >
      <ShareIcon />
      Share
    </button>
  )
}
