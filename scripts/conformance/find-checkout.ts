import { access } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** The package that a config.toml belongs to; its own folder where there is none. */
export async function findCheckout(configFile: string | null): Promise<string> {
  const start = dirname(resolve(configFile ?? '.'))
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const found = await access(join(folder, 'package.json')).then(
      () => true,
      () => false,
    )
    if (found) return folder
  }
  return start
}
