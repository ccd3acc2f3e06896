import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import { expect, test } from 'vitest'
import { siteConfig } from '#domain/site-config.ts'
import { JoinedPanel, SocialProof } from './newsletter-card.tsx'

test('a number of readers is told only with its source', () => {
  expect(renderToStaticMarkup(<SocialProof {...siteConfig.socialProof} />)).toBe('')
  const told = renderToStaticMarkup(<SocialProof {...siteConfig.socialProof} source="confirmed readers, May 2026" />)
  expect(told).toContain('Already loved by 30k+ women <small>(confirmed readers, May 2026)</small>')
})

/** The panel on a page of a shop that has, or has not, a mail server. */
function joined({ mailWaits }: { mailWaits: boolean }): string {
  const Site = createRoutesStub([
    { id: 'root', Component: Outlet, loader: () => null, children: [{ index: true, Component: JoinedPanel }] },
  ])
  return renderToStaticMarkup(<Site hydrationData={{ loaderData: { root: { mailWaits } } }} />)
}

test('who has joined is told beside the welcome that the address must still be confirmed', () => {
  const panel = joined({ mailWaits: false })
  expect(panel).toContain('You&#x27;re in!')
  expect(panel).toContain('Check your inbox for your free 7-Day Glow-Up Plan and welcome gift!')
  expect(panel).toContain('Press the button in our first letter')
  expect(panel).not.toContain('cannot send mail')
})

test('who has joined a shop without a mail server is told that the mail waits', () => {
  expect(joined({ mailWaits: true })).toContain('This site cannot send mail yet')
})
