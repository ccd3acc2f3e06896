import { expect, test } from 'vitest'
import { dataBlock } from './page-state.ts'

test('no text in a data block can end it, and it reads back as it was', () => {
  const hostile = { text: '</script><script>alert(1)</script><!--', more: '<!--<script>' }
  const block = dataBlock('page-state', hostile)
  expect(block.match(/</g)).toHaveLength(2)
  const json = block.slice(block.indexOf('>') + 1, block.lastIndexOf('<'))
  expect(JSON.parse(json)).toEqual(hostile)
})
