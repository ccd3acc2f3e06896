declare module 'virtual:built-styles' {
  import type { BuiltStyles } from './route-styles.ts'

  /** Null in development, where Vite serves every module's styles itself. */
  const styles: BuiltStyles | null
  export default styles
}
