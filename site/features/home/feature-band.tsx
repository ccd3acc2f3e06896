import { type ReactNode, useId } from 'react'
import { ArrowIcon } from '#design/icons.tsx'
import { Art } from '#site/ui/art.tsx'

interface FeatureBandProps {
  art: string
  kicker: string
  title: ReactNode
  text: string
  link: { label: string; to: string }
  dark?: boolean
}

/** A full-width spread between two parts of the page. */
export function FeatureBand({ art, kicker, title, text, link, dark = false }: FeatureBandProps) {
  const id = useId()
  return (
    <section className="band" data-dark={dark || undefined} aria-labelledby={id}>
      <Art name={art} widths={[720, 1440]} sizes="100vw" width={1600} height={900} className="band-art" />
      <div className="wrap band-text">
        <p className="kicker">{kicker}</p>
        <h2 id={id} className="display band-title">
          {title}
        </h2>
        <p className="lede">{text}</p>
        <a href={link.to} className="button">
          {link.label}
          <ArrowIcon />
        </a>
      </div>
    </section>
  )
}
