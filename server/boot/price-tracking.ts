import pg from 'pg'

export interface PriceTrackingOptions {
  databaseUrl: string
  priceTracking: boolean
}

/** Tells the database the operator's setting, which its policies and jobs obey. Writes only what changes. */
export async function applyPriceTracking({ databaseUrl, priceTracking }: PriceTrackingOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'dahlia settings' })
  await client.connect()
  try {
    await client.query(
      `insert into private.shop_settings as known (price_tracking) values ($1)
       on conflict (only_row) do update set price_tracking = excluded.price_tracking
       where known.price_tracking <> excluded.price_tracking`,
      [priceTracking],
    )
  } finally {
    await client.end()
  }
}
