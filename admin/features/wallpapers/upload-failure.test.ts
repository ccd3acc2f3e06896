import { expect, test } from 'vitest'
import { uploadFailure } from './upload-failure.ts'

test.each([
  [
    'mime type image/png is not supported: the content is something else',
    /^this file is not the picture .* Save it anew/,
  ],
  ['mime type text/plain is not supported', /^this file is not the picture .* Save it anew/],
  ['The object exceeded the maximum of 100000000 pixels', /too many pixels\. Make it smaller/],
  ['The server has no room left on its disk', /^The server has no room left on its disk$/],
])('what the store of files says of an image is told with what helps: %s', (reason, told) => {
  expect(uploadFailure(reason)).toMatch(told)
})
