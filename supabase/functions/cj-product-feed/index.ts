import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: every product of the joined programmes. */
export default feedFunction('cj', 'CJ Affiliate')
