import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: the store’s products, into search and statistics. */
export default feedFunction('shopify', 'Shopify')
