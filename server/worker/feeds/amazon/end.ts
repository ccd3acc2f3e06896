import type { FeedWork } from '../feed-kinds.ts'
import type { Told } from './answers.ts'
import { writeOffers } from './offers.ts'

interface Outcome {
  marketplace: string
  told: readonly Told[]
  /** Why the run did not go further; null where it did all that it was asked for. */
  sentence: string | null
}

/** Brings the offers to what was told, and ends the run. */
export async function endOfAmazonRun({ job, record, dryRun }: FeedWork, { marketplace, told, sentence }: Outcome) {
  record.say('Publishing')
  const offers = dryRun ? 0 : await writeOffers({ job, marketplace, told })
  const priced = told.filter(({ item }) => item?.price).length
  const message = [
    ...(told.length > 0 ? [`Amazon has a price for ${priced} of ${told.length} items.`] : []),
    ...(offers > 0 ? [`${offers} are further offers of products.`] : []),
    ...(sentence === null ? [] : [sentence]),
  ].join(' ')
  const status = dryRun ? 'previewed' : 'succeeded'
  await record.finish(status, message)
  return { status, message }
}
