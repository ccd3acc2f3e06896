import { Fragment } from 'react'
import type { TextPart } from './marked-text.ts'

/** A text with what was searched for marked. */
export const Marked = ({ parts }: { parts: readonly TextPart[] }) =>
  parts.map(({ text, found }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, which never change places
    found ? <mark key={index}>{text}</mark> : <Fragment key={index}>{text}</Fragment>,
  )
