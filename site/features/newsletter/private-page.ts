import type { MetaDescriptor } from 'react-router'
import { siteConfig } from '#domain/site-config.ts'

// Pages that only the link in somebody's mail leads to.

export const privateMeta = (title: string): MetaDescriptor[] => [
  { title: `${title} | ${siteConfig.name}` },
  { name: 'robots', content: 'noindex' },
]

/** Each link is one person's own. */
export const privateHeaders = () => ({ 'cache-control': 'no-store' })
