import type { ReactNode } from 'react'
import { Art } from '#site/ui/art.tsx'

interface BannerProps {
  art: string
  kicker: string
  title: ReactNode
  text: string
  children?: ReactNode
}

/** Pictures that are dark where the words stand. */
const darkArt: ReadonlySet<string> = new Set(['fragrance-wide', 'jewelry'])

/** The head of a page with a picture of its own: the words beside it, under it on phones. */
export function Banner({ art, kicker, title, text, children }: BannerProps) {
  return (
    <header className="banner" data-dark={darkArt.has(art) || undefined}>
      <Art name={art} widths={[720, 1440]} sizes="100vw" width={1600} height={900} className="banner-art" first />
      <div className="wrap banner-text">
        <p className="kicker">{kicker}</p>
        <h1 className="display page-title">{title}</h1>
        <p className="lede">{text}</p>
        {children}
      </div>
    </header>
  )
}
