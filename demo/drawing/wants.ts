/** Whether an image is to be drawn: its folder, and its name in it. */
export type Wants = (folder: string, name: string) => boolean

/** `articles` names a folder, `wallpapers/new-moon` one image of it; nothing named is everything. */
export function wantsOnly(only: readonly string[]): Wants {
  return (folder, name) => only.length === 0 || only.includes(folder) || only.includes(`${folder}/${name}`)
}
