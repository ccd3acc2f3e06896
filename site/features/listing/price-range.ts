/** Where the price filter's steps end and begin, in dollars: private.price_edges() in the database, which counts by them. */
export const priceEdges: readonly number[] = [10, 25, 50, 75, 100, 150, 200, 300, 500]

/** The number of an edge in the database, counted from 1. */
export const edgeNumber = (dollars: number): number => priceEdges.indexOf(dollars) + 1

/** The steps of price that a range has: from one of them to below another. */
export const stepsOf = (min: number | null, max: number | null): [from: number, below: number] => [
  min === null ? 0 : edgeNumber(min),
  max === null ? priceEdges.length + 1 : edgeNumber(max),
]

/**
 * The items in a range, each once, in however many of its steps it has offers. A step has the item's better steps behind it, as
 * '4/12' with a bit for each and the lowest for no price: where the range has one of those, the item is counted at that.
 */
export function countInSteps(
  [from, below]: readonly [from: number, below: number],
  counted: readonly { value: string; products: number }[],
): number {
  const range = 2 ** (below + 1) - 2 ** (from + 1)
  return counted.reduce((sum, { value, products }) => {
    const [step = 0, better = 0] = value.split('/').map(Number)
    return step >= from && step < below && (better & range) === 0 ? sum + products : sum
  }, 0)
}

/** '$25 to under $50': what a range holds, exactly. */
export function priceRangeLabel(min: number | null, max: number | null): string {
  if (min === null) return max === null ? 'Any price' : `Under $${max}`
  return max === null ? `$${min} and up` : `$${min} to under $${max}`
}

/** The ranges that are offered by name. */
export const priceRanges: readonly (readonly [min: number | null, max: number | null])[] = [
  [null, 25],
  [25, 50],
  [50, 100],
  [100, 200],
  [200, null],
]
