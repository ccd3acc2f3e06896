/** Response headers that are fixed at the start. */
export type HeaderList = readonly (readonly [name: string, value: string])[]
