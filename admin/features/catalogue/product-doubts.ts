import { formatPrice } from '#domain/money.ts'
import { isHostOf, isTrustedAddress, NETWORK_HOSTS } from '#domain/trusted-hosts.ts'
import type { ProductValues } from './product-form.ts'

type Known = Pick<ProductValues, 'merchant_name' | 'price' | 'currency' | 'affiliate_link'>

/** What may be a slip in a product's form, in words: whoever reads it can save it all the same. */
export function productDoubts(
  values: Known,
  saved: Known | null,
  merchant: { website: string | null } | null,
): string[] {
  return [
    doubtOfMerchant(values, saved, merchant),
    doubtOfLink(values, saved, merchant),
    doubtOfPrice(values, saved),
  ].filter((doubt) => doubt !== null)
}

function doubtOfMerchant({ merchant_name }: Known, saved: Known | null, merchant: object | null): string | null {
  if (merchant || merchant_name === saved?.merchant_name) return null
  return `Merchants has no “${merchant_name}”: nothing is allowed for it, and its name leads to no rules. Choose one of the list, or add it in Merchants.`
}

function doubtOfLink(values: Known, saved: Known | null, merchant: { website: string | null } | null): string | null {
  const { affiliate_link, merchant_name } = values
  if (affiliate_link === saved?.affiliate_link || isTrustedAddress(affiliate_link)) return null
  const own = URL.parse(merchant?.website ?? '')?.hostname.replace(/^www\./, '')
  if (isHostOf(affiliate_link, own ? [...NETWORK_HOSTS, own] : NETWORK_HOSTS)) return null
  const host = URL.parse(affiliate_link)?.hostname ?? affiliate_link
  return `The affiliate link leads to ${host}: neither the website of ${merchant_name}, nor a network, nor one of the trusted hosts in Settings. Visitors and mails are sent there.`
}

/** A price that is less than half or more than twice the one before is more often a slip than a sale. */
function doubtOfPrice({ price, currency }: Known, saved: Known | null): string | null {
  if (!saved?.price || !price || saved.currency !== currency) return null
  if (price >= saved.price / 2 && price <= saved.price * 2) return null
  return `The price goes from ${formatPrice(saved.price, currency)} to ${formatPrice(price, currency)}.`
}
