/** Writes the committed demo feed: `node supabase/seed/make-demo-feed.ts`. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DEMO_FEED, demoPicture } from './demo-feed.ts'
import { feedLines } from './wire/feed-lines.ts'

const lines = feedLines({ format: 'awin-csv', ...DEMO_FEED, imageUrl: demoPicture, untidy: true })
await pipeline(Readable.from(lines), createGzip({ level: 9 }), createWriteStream(DEMO_FEED.file))
