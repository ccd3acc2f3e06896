/** Once the page's scripts have taken over. */
export function whenHydrated(run: () => void): void {
  const hydrated = new MutationObserver(() => {
    hydrated.disconnect()
    run()
  })
  hydrated.observe(document.documentElement, { attributeFilter: ['data-ready'] })
}
