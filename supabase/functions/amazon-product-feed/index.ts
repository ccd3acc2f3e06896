import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: items that saved searches find. */
export default feedFunction('amazon', 'Amazon')
