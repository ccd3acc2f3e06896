import { withSession } from '#platform'

export interface PriceTrackingOptions {
  databaseUrl: string
  priceTracking: boolean
}

/** Tells the database the operator's setting, which its policies and jobs obey. Writes only what changes. */
export async function applyPriceTracking({ databaseUrl, priceTracking }: PriceTrackingOptions): Promise<void> {
  await withSession({ url: databaseUrl, name: 'dahlia settings' }, (client) =>
    client.query(
      `insert into private.shop_settings as known (price_tracking) values ($1)
       on conflict (only_row) do update set price_tracking = excluded.price_tracking
       where known.price_tracking <> excluded.price_tracking`,
      [priceTracking],
    ),
  )
}
