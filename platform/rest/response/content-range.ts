/** `0-24/3573458`, `0-24/*`, an empty result has a star for its rows: which rows of how many. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = total !== 0 && first <= last ? `${first}-${last}` : '*'
  return `${rows}/${total ?? '*'}`
}

/** 206 when the page is smaller than the known total, 416 when it lies behind it. */
export function rangeStatus(first: number, last: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200
  if (first > total) return 416
  return last - first + 1 < total ? 206 : 200
}
