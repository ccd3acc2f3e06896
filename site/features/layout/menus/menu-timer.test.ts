import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMenuTimer, type MenuTimer, tooltipDelays } from './menu-timer.ts'

let shown: string | null
let menu: MenuTimer

beforeEach(() => {
  vi.useFakeTimers()
  shown = null
  menu = createMenuTimer((id) => {
    shown = id
  })
})
afterEach(() => vi.useRealTimers())

test('opens 200 ms after the pointer came, not before [S9.34]', () => {
  menu.enter('Shop')
  vi.advanceTimersByTime(199)
  expect(shown).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown).toBe('Shop')
})

test('does not open for a pointer that only passes', () => {
  menu.enter('Shop')
  vi.advanceTimersByTime(150)
  menu.leave()
  vi.advanceTimersByTime(1000)
  expect(shown).toBeNull()
})

test('closes 150 ms after the pointer left, and stays when it comes back in time', () => {
  menu.toggle('Shop')
  menu.leave()
  vi.advanceTimersByTime(149)
  expect(shown).toBe('Shop')
  menu.enter('Shop')
  vi.advanceTimersByTime(1000)
  expect(shown).toBe('Shop')
  menu.leave()
  vi.advanceTimersByTime(150)
  expect(shown).toBeNull()
})

test('opens the neighbour at once while one is open, and for 300 ms after [S4.32]', () => {
  menu.toggle('Shop')
  menu.leave()
  menu.enter('Beauty')
  expect(shown).toBe('Beauty')
  menu.close()
  vi.advanceTimersByTime(299)
  menu.enter('More')
  expect(shown).toBe('More')
  menu.close()
  vi.advanceTimersByTime(300)
  menu.enter('Shop')
  expect(shown).toBeNull()
})

test('a click on a menu that the pointer just opened keeps it open; a later one closes it', () => {
  menu.enter('Shop')
  vi.advanceTimersByTime(200)
  menu.toggle('Shop')
  expect(shown).toBe('Shop')
  vi.advanceTimersByTime(300)
  menu.toggle('Shop')
  expect(shown).toBeNull()
})

test('a tooltip opens after 700 ms, and beside one that closed within 300 ms at once [SX.1] [B9.21]', () => {
  const tips = createMenuTimer<string>((id) => {
    shown = id
  }, tooltipDelays)
  tips.enter('Search')
  vi.advanceTimersByTime(699)
  expect(shown).toBeNull()
  vi.advanceTimersByTime(1)
  expect(shown).toBe('Search')
  tips.leave()
  vi.advanceTimersByTime(0)
  expect(shown).toBeNull()
  vi.advanceTimersByTime(299)
  tips.enter('Cart')
  expect(shown).toBe('Cart')
  tips.leave()
  vi.advanceTimersByTime(300)
  tips.enter('Search')
  expect(shown).toBeNull()
})
