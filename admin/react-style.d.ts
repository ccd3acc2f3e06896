import 'react'

declare module 'react' {
  interface CSSProperties {
    /** Of a list's column in rem, and of all its columns: how much room each gets depends on the list's own width. */
    '--width'?: number
    '--all'?: number
  }
}
