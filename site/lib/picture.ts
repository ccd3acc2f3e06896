/** Our server makes it smaller: `/_image/<product>/<signature>`, with its two colours behind '#' when they are known. */
export const isSized = (src: string): boolean => src.startsWith('/_image/')

/** A srcset: `address` with the width behind it, for each. */
export const widthSet = (widths: readonly number[], address: (width: number) => string): string =>
  widths.map((width) => `${address(width)} ${width}w`).join()

/** Our own pictures are kept by browsers for a year: with another build they have another address. */
export const lastingAddress = (src: string): string =>
  /^\/(art|demo)\/[^?]+$/.test(src) ? `${src}?v=${import.meta.env.PICTURE_VERSION}` : src
