import { expect, test } from 'vitest'
import { namedPage } from './page-words.ts'

test.each([
  ['wallpaper', '/wallpapers'],
  ['Quiz!', '/quiz/spirit-animal'],
  ['where is the privacy policy', '/privacy'],
  ['contact us', '/contact'],
  ['newsletter', '/newsletter'],
  ['my saved items', '/me'],
  ['return policy', '/faq'],
  ['sale', '/deals'],
])('%j names %s', (query, path) => expect(namedPage(query)?.path).toBe(path))

test.each([
  'wallpaper glue',
  'basket',
  'help me sleep tea',
  '',
  'the',
  'sales assistant dress',
])('%j names no page', (query) => expect(namedPage(query)).toBeNull())
