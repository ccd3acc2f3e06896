import { expect, test } from 'vitest'
import { isBotRequest } from './is-bot.ts'

const browser = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  'accept-language': 'en-US',
  'sec-fetch-site': 'same-origin',
}

test('a browser is a person', () => {
  expect(isBotRequest(new Headers(browser))).toBe(false)
  const { 'sec-fetch-site': _, ...older } = browser
  expect(isBotRequest(new Headers(older))).toBe(false)
})

test.each([
  ['no name', { 'user-agent': '' }],
  [
    'the name of a crawler',
    { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
  ],
  [
    'the name of a model’s crawler',
    { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
  ],
  ['no language', { 'accept-language': '' }],
  ['another site behind it', { 'sec-fetch-site': 'cross-site' }],
])('%s is a machine', (_, headers) => {
  expect(isBotRequest(new Headers({ ...browser, ...headers }))).toBe(true)
})
