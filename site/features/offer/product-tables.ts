/**
 * What a product on a card depends on: prices on the rules of networks and shops and on when a feed was last confirmed,
 * its mark on the price drops. server/page-cache/query-tables.db.test.ts compares this with what is read.
 */
export const productTables = ['products', 'networks', 'merchants', 'feeds', 'price_drops'] as const
