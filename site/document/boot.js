// The only script in <head>: small, blocking, same origin. It puts the visitor's stored theme on the page before
// the first paint, and loads everything else only after the page has been painted and loaded (or is touched),
// so that no script competes with the stylesheet and the largest image.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // storage is blocked: the system's theme applies
  }
  root.dataset.script = 'on'

  let started = false
  const start = async () => {
    const block = document.getElementById('page-state')
    if (started || !block) return
    started = true
    for (const type of touches) removeEventListener(type, start, options)
    const state = JSON.parse(block.textContent)
    for (const href of state.preload) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    if (state.refresh) await import(state.refresh)
    const ids = Object.keys(state.modules)
    const [, ...modules] = await Promise.all([
      import(state.manifest),
      ...ids.map((id) => Promise.all(state.modules[id].map((href) => import(href)))),
    ])
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(state.stream)
        controller.close()
      },
    }).pipeThrough(new TextEncoderStream())
    window.__reactRouterContext = { ...state.context, stream }
    window.__reactRouterRouteModules = Object.fromEntries(ids.map((id, i) => [id, Object.assign({}, ...modules[i])]))
    await import(state.entry)
  }

  const touches = ['pointerdown', 'keydown', 'focusin', 'touchstart']
  const options = { capture: true, passive: true }
  for (const type of touches) addEventListener(type, start, options)
  // 1.5 s: an idle moment never comes on a busy phone, and the page must become interactive anyway
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(start, { timeout: 1500 }) : setTimeout(start, 200)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
})()
