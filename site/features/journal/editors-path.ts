/**
 * The page of whoever signs the articles. The shop's editors are one author: there are no pages of people, because no
 * person signs anything here.
 */
export const editorsPath = '/authors/editors'
