/** What is known about stock. Most feeds say nothing, and nothing is not "out of stock". */
export type Availability = 'in_stock' | 'out_of_stock' | 'preorder' | 'backorder' | 'unknown'
