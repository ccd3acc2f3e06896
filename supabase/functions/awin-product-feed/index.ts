import { feedFunction } from '../_shared/start-feed.ts'

/** POST { dry_run?, scope? } → { success, run_id, message }: every list of the joined programmes that was renewed. */
export default feedFunction('awin', 'Awin')
