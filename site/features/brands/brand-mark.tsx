import type { ReactNode } from 'react'
import * as styles from './brand-mark.module.css'

/** A mark for each brand, on one 64-unit grid in one weight of line, so that the eight sit together. */
const marks: Record<string, ReactNode> = {
  'ore-lune': (
    <>
      <circle cx="32" cy="32" r="22" />
      <path d="M40 13a22 22 0 0 0 0 38 15 22 0 0 1 0-38Z" />
      <circle cx="25" cy="32" r="2.5" />
    </>
  ),
  fleurette: (
    <>
      {[0, 60, 120, 180, 240, 300].map((angle) => (
        <ellipse key={angle} cx="32" cy="18" rx="7" ry="12" transform={`rotate(${angle} 32 32)`} />
      ))}
      <circle cx="32" cy="32" r="4" />
    </>
  ),
  'noemie-roux': (
    <>
      <path d="M18 26h28v26a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4Z" />
      <path d="M26 26v-8h12v8M29 18V9h6v9" />
      <path d="M32 34c6 6 6 12 0 14-6-2-6-8 0-14Z" />
    </>
  ),
  'lait-and-lin': (
    <>
      <path d="M32 8c12 15 17 23 17 31a17 17 0 0 1-34 0c0-8 5-16 17-31Z" />
      <path d="M22 40c3-4 7-4 10 0s7 4 10 0" />
    </>
  ),
  'ines-corvo': (
    <>
      <path d="M32 8v48M18 8h28M18 56h28" />
      <path d="M50 22a14 14 0 1 0 0 20" />
    </>
  ),
  'paloma-vey': (
    <>
      <circle cx="24" cy="30" r="15" />
      <circle cx="40" cy="38" r="15" />
      <path d="M24 9v6" />
    </>
  ),
  'the-linen-room': (
    <>
      <rect x="11" y="11" width="42" height="42" />
      <path d="M11 22h42M11 32h42M11 42h42M22 11v42M32 11v42M42 11v42" strokeWidth="1" />
    </>
  ),
  stillwater: (
    <>
      <circle cx="32" cy="22" r="11" />
      <path d="M8 41c8-5 16-5 24 0s16 5 24 0M8 50c8-5 16-5 24 0s16 5 24 0" />
    </>
  ),
}

/** Decoration beside the brand's name. */
export const BrandMark = ({ slug }: { slug: string }) => (
  <svg
    className={styles.brandMark}
    data-part="brand-mark"
    viewBox="0 0 64 64"
    width="64"
    height="64"
    aria-hidden="true"
  >
    {marks[slug]}
  </svg>
)
