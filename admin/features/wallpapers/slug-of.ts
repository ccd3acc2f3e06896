/** The words of a name as an address: 'Pink & Gold!' → 'pink-gold' (specification, B 5). */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
