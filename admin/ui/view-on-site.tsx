import { ExternalLink } from 'lucide-react'
import * as controls from './controls.module.css'

/** The record as visitors see it, in a tab of its own. Phones have room for its sign only. */
export const ViewOnSite = ({ href, name }: { href: string | undefined; name: string }) => (
  <a className={controls.link} href={href} target="_blank" rel="noreferrer" aria-label={`View on site: ${name}`}>
    <span className={controls.word}>View on site</span>
    <ExternalLink className={controls.sign} size={16} aria-hidden="true" />
  </a>
)
