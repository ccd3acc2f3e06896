/** Results on one page, and the pages that are offered (specification, 9). */
export const resultsPerPage = 8
export const lastResultPage = 10

export const resultPages = (total: number): number => Math.min(Math.ceil(total / resultsPerPage), lastResultPage)
