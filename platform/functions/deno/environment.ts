import { AsyncLocalStorage } from 'node:async_hooks'

/** The variables of the function whose work is under way. */
const current = new AsyncLocalStorage<Record<string, string>>()

export function withVariables<T>(variables: Record<string, string>, work: () => T): T {
  return current.run(variables, work)
}

let installed = false

/**
 * From now on `process.env` shows a function, and the packages that it uses, the function's variables: what they read
 * at a hosted project, and nothing of this machine's own settings. Everything else sees what it saw before.
 */
export function separateEnvironments(): void {
  if (installed) return
  installed = true
  const own = process.env
  const target = () => current.getStore() ?? own
  process.env = new Proxy(own, {
    get: (_, name) => Reflect.get(target(), name),
    has: (_, name) => Reflect.has(target(), name),
    set: (_, name, value) => Reflect.set(target(), name, value),
    deleteProperty: (_, name) => Reflect.deleteProperty(target(), name),
    ownKeys: () => Reflect.ownKeys(target()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(target(), name),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(target(), name, descriptor),
  })
}
