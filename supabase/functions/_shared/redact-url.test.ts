import { expect, test } from 'vitest'
import { redactUrl } from './redact-url.ts'

test.each([
  [
    'https://productdata.awin.com/datafeed/download/apikey/0a1b2c3d/language/en/fid/71001/',
    'https://productdata.awin.com/datafeed/download/apikey/…/language/en/fid/71001/',
  ],
  [
    'https://ui.awin.com/productdata-darwin-download/publisher/100001/0123456789abcdef0123456789abcdef/1/feedList',
    'https://ui.awin.com/productdata-darwin-download/publisher/100001/…/1/feedList',
  ],
  ['https://user:secret@feeds.example/a.csv?token=abc#x', 'https://feeds.example/a.csv?…'],
  [
    'https://comparisons.sovrn.com/api/affiliate/v3.5/sites/abcdef/compare',
    'https://comparisons.sovrn.com/api/affiliate/v3.5/sites/…/compare',
  ],
  ['/home/someone/feed.csv', '/home/someone/feed.csv'],
])('%s is shown as %s', (address, shown) => {
  expect(redactUrl(address)).toBe(shown)
})
