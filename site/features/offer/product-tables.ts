/** Prices depend on the rules of networks and shops, and on when a feed was last confirmed. */
export const productTables = ['products', 'networks', 'merchants', 'feeds'] as const
