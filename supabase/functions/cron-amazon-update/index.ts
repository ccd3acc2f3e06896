import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: the prices of the items that are known, oldest first. */
export default feedFunction('amazon-update', 'Amazon’s prices')
