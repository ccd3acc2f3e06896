/** What this site keeps in the visitor's browser, beside the theme. */
export const savedItemsKey = 'saved-items'
export const viewedItemsKey = 'viewed-items'
export const comparedItemsKey = 'compared-items'
