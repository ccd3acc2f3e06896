/** The gallery a visitor sees first (specification, 2.9). */
export const defaultGallery = 'pink-phone-wallpapers'

/** The name a download is saved under: the title in lower case, each run of spaces a hyphen (specification, 7.3). */
export const wallpaperFileName = (title: string): string => `${title.trim().toLowerCase().replaceAll(/\s+/g, '-')}.jpg`
