import { expect, test } from 'vitest'
import { refusalInWords } from './reason-of.ts'

test.each([
  [
    { code: '23502', message: 'null value in column', table: 'products', column: 'product_name' },
    'Name must not be empty',
  ],
  [
    { code: '23505', message: 'duplicate key', table: 'merchants', detail: 'Key (slug)=(loam) already exists.' },
    'another record has the same Slug: loam',
  ],
  [
    {
      ...{ code: '23505', message: 'duplicate key', table: 'products' },
      detail: 'Key (feed_id, external_id)=(7, a) already exists.',
    },
    'another record has the same Feed and Id in the feed: 7, a',
  ],
  [
    {
      ...{ code: '23503', message: 'violates foreign key', table: 'feeds' },
      detail: 'Key (programme_id)=(99) is not present in table "programmes".',
    },
    'Programme: there is none with 99',
  ],
  [{ code: '22003', message: 'numeric field overflow' }, 'a number is too large'],
  [{ code: '22P02', message: 'invalid input syntax for type numeric: "twelve"' }, '"twelve" is not a number'],
  [{ code: '22P02', message: 'invalid input syntax for type boolean: "maybe"' }, '"maybe" is not true or false'],
  [
    { code: '22007', message: 'invalid input syntax for type timestamp with time zone: "soon"' },
    '"soon" is not a date and time',
  ],
  [{ code: 'PT409', message: 'The collection is protected' }, 'The collection is protected'],
])('%j is told as %j', (refusal, words) => {
  expect(refusalInWords(refusal)).toBe(words)
})
