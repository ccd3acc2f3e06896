const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** The shop's product card, element for element. */
export function Card({ product }) {
  const { id, product_name: name, merchant_name: merchant, price, affiliate_link: link } = product
  const asOf = new Date(product.price_as_of)
  return (
    <article className="product-card">
      <span className="frame" data-picture="loading">
        {/* biome-ignore lint/performance/noImgElement: the same element as the shop's */}
        <img src={product.image_url} alt="" width={480} height={600} loading="lazy" decoding="async" />
      </span>
      <ul className="product-badges">
        <li className="badge">New</li>
      </ul>
      <p className="product-merchant">{merchant}</p>
      <h3 className="product-name">
        <a href={`/p/${slug(name)}-${id}`} className="product-link">
          {name}
        </a>
      </h3>
      <div className="product-pricing">
        <p className="product-price">{usd.format(price)}</p>
        <p className="product-as-of">
          as of <time dateTime={asOf.toISOString()}>{day.format(asOf)} UTC</time>
        </p>
      </div>
      <a
        href={link}
        target="_blank"
        rel="sponsored nofollow noopener"
        className="product-out"
        data-outbound="card"
        data-product={id}
        data-merchant={merchant}
      >
        Shop at {merchant}
        <span className="sr-only">
          : {name} (opens {merchant} in a new tab)
        </span>
        <svg className="icon" width={14} height={14} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M7 17 17 7M8.5 7H17v8.5" />
        </svg>
      </a>
      <button
        type="button"
        className="save-button needs-script"
        aria-pressed="false"
        aria-label={`Save ${name}`}
        data-save={id}
      >
        <svg className="icon" width={20} height={20} viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 20.5C5 15.7 3 12.3 3 9a4.9 4.9 0 0 1 9-2.6A4.9 4.9 0 0 1 21 9c0 3.3-2 6.7-9 11.5Z" />
        </svg>
      </button>
    </article>
  )
}

function slug(name) {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
