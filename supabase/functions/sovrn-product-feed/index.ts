import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: offers of listed products by their GTIN. */
export default feedFunction('sovrn', 'Sovrn Commerce')
