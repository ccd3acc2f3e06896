import { renewToast } from '#design/toasts.ts'

/** Does something by code that is fetched at the moment of use. Without a connection it says so, and the next use asks again. */
export function withLoaded<Code>(load: () => Promise<Code>, use: (code: Code) => void): void {
  load().then(use, () => renewToast('error', 'That needs a connection. Please try again when you have one.'))
}
