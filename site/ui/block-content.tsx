import type { ReactNode } from 'react'
import * as controls from '#design/controls.module.css'
import * as visitor from '#design/visitor.module.css'
import type { Block } from '#site/ssr/data/use-block.ts'
import { StateNote } from './state-note.tsx'

interface BlockContentProps<Data> {
  block: Block<Data>
  /** Stands in its place while it is read again. */
  loading: ReactNode
  /** What is said of a failure; a block without words is left out when it fails. */
  failed?: (error: string, retry: () => void) => ReactNode
  /** Shown in place of an empty list. */
  empty?: ReactNode
  children: (data: Data) => ReactNode
}

/** A block in each of its states: loading, failed, empty or loaded. */
export function BlockContent<Data>({ block, loading, failed, empty, children }: BlockContentProps<Data>) {
  if (block.status === 'loading') return loading
  if (block.status === 'failed') return failed?.(block.error, block.retry)
  const { data } = block
  return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data)
}

interface FailedProps {
  title: string
  text?: string
  retry: () => void
}

/** That a block failed, and how to try again. */
export const Failed = ({ title, text, retry }: FailedProps) => (
  <StateNote kind="error" title={title} text={text}>
    <TryAgain retry={retry} />
  </StateNote>
)

export const TryAgain = ({ retry }: Pick<FailedProps, 'retry'>) => (
  <button type="button" className={`${controls.button} ${controls.quiet} ${visitor.needsScript}`} onClick={retry}>
    Try Again
  </button>
)
