import { createMenuTimer, tooltipDelays } from './menus/menu-timer.ts'
import * as styles from './tooltips.module.css'

/** Buttons and links that are an image alone: their accessible name is what the tooltip says. */
const unnamed = '.icon-button[aria-label], [data-save][aria-label]'
/** Between the button and its tooltip, and between the tooltip and the window's edge. */
const gapPx = 6

/** Shows the names of image buttons to a mouse and to the keyboard; the element it is said in belongs to nobody else. */
export function startTooltips(): void {
  const tip = Object.assign(document.createElement('div'), {
    className: styles.tooltip,
    popover: 'manual',
    ariaHidden: 'true',
  })
  tip.dataset.part = 'tooltip'
  document.body.append(tip)
  const timer = createMenuTimer<Element>((named) => {
    tip.hidePopover()
    if (named?.isConnected) showBeside(tip, named)
  }, tooltipDelays)

  let over: Element | null = null
  const follow = (named: Element | null) => {
    if (named === over) return
    over = named
    if (named) timer.enter(named)
    else timer.leave()
  }
  const away = () => {
    over = null
    timer.close()
  }
  document.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && follow(namedAt(event)))
  document.addEventListener('focusin', (event) => {
    const named = namedAt(event)
    if (named?.matches(':focus-visible')) follow(named)
  })
  document.addEventListener('focusout', away)
  document.addEventListener('pointerdown', away)
  document.addEventListener('scroll', away, { capture: true, passive: true })
  document.addEventListener('keydown', (event) => event.key === 'Escape' && away())
  // What the mouse was already on when this came.
  follow(document.querySelector(`:is(${unnamed}):hover`))
}

const namedAt = ({ target }: Event): Element | null => (target instanceof Element ? target.closest(unnamed) : null)

/** Below its button, or above where there is no room. */
function showBeside(tip: HTMLElement, named: Element): void {
  tip.textContent = named.ariaLabel
  tip.showPopover()
  const [button, own] = [named.getBoundingClientRect(), tip.getBoundingClientRect()]
  const left = button.left + (button.width - own.width) / 2
  const below = button.bottom + gapPx
  const fits = below + own.height < window.innerHeight
  tip.style.left = `${Math.max(gapPx, Math.min(left, document.documentElement.clientWidth - own.width - gapPx))}px`
  tip.style.top = `${fits ? below : button.top - own.height - gapPx}px`
}
