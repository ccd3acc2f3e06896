import pg from 'pg'

/** The same rows by REST and by plain SQL: what a listing page and a product page read. */
export const QUERIES = {
  list: {
    path: '/rest/v1/items?select=id,title,brand,price,currency,image_url,link,category,updated_at&category=eq.shoes&order=updated_at.desc&limit=24',
    sql: `select id, title, brand, price, currency, image_url, link, category, updated_at
          from public.items where category = $1 order by updated_at desc limit 24`,
    values: ['shoes'],
  },
  single: {
    path: '/rest/v1/items?select=id,title,brand,price,currency,image_url,link,category,updated_at&id=eq.4321',
    sql: `select id, title, brand, price, currency, image_url, link, category, updated_at
          from public.items where id = $1`,
    values: ['4321'],
  },
} as const

const ROWS = 20_000

/** A products-like table with row-level security, as every table of the shop has. */
export async function prepareDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    create table public.items (
      id int primary key,
      title text not null,
      brand text not null,
      price numeric(10, 2) not null,
      currency text not null,
      image_url text not null,
      link text not null,
      category text not null,
      updated_at timestamptz not null
    );
    insert into public.items
    select n, 'Linen summer dress number ' || n, 'Brand ' || n % 50, n % 200 + 0.99, 'USD',
      '/images/products/' || n || '.jpg', 'https://shop.example/p/' || n || '?ref=dahlia',
      (array['shoes', 'dresses', 'bags', 'beauty'])[n % 4 + 1], timestamptz '2025-01-01' + n * interval '1 minute'
    from generate_series(1, ${ROWS}) n;
    create index on public.items (category, updated_at desc);
    alter table public.items enable row level security;
    create policy "everyone reads items" on public.items for select using (true);
    grant usage on schema public to anon;
    grant select on public.items to anon;
    analyze public.items;
  `)
  await client.end()
}
