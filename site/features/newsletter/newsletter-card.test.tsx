import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { siteConfig } from '#domain/site-config.ts'
import { JoinedPanel, SocialProof } from './newsletter-card.tsx'

test('a number of readers is told only with its source', () => {
  expect(renderToStaticMarkup(<SocialProof {...siteConfig.socialProof} />)).toBe('')
  const told = renderToStaticMarkup(<SocialProof {...siteConfig.socialProof} source="confirmed readers, May 2026" />)
  expect(told).toContain('Already loved by 30k+ women <small>(confirmed readers, May 2026)</small>')
})

test('who has joined is told beside the welcome that the address must still be confirmed', () => {
  const panel = renderToStaticMarkup(<JoinedPanel />)
  expect(panel).toContain('You&#x27;re in!')
  expect(panel).toContain('Check your inbox for your free 7-Day Glow-Up Plan and welcome gift!')
  expect(panel).toContain('Press the button in our first letter')
})
