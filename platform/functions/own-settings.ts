import type { FunctionSettings } from './handler.ts'

/** The project's settings over the secrets of config.toml. Not spread: one that is a getter is read anew each time. */
export const ownSettings = (secrets: FunctionSettings, own: FunctionSettings = {}): FunctionSettings =>
  Object.defineProperties({ ...secrets }, Object.getOwnPropertyDescriptors(own))
