import { describe, expect, test } from 'vitest'
import { fitted, maxScale, moved, scaled } from './zoom-view.ts'

const box = { left: 0, top: 0, width: 200, height: 100 }

describe('a zoomed image', () => {
  test('grows from its middle, or from the point it is pinched at', () => {
    expect(scaled(fitted, { factor: 2, box })).toEqual({ scale: 2, x: 0, y: 0 })
    expect(scaled(fitted, { factor: 2, at: { clientX: 150, clientY: 50 }, box })).toEqual({ scale: 2, x: -50, y: 0 })
  })

  test('stays under two fingers that move apart one after the other', () => {
    const left = scaled(fitted, { factor: 1.5, at: { clientX: 90, clientY: 50 }, by: { dx: -10, dy: 0 }, box })
    expect(left.x).toBe(-10)
    const both = scaled(left, { factor: 4 / 3, at: { clientX: 100, clientY: 50 }, by: { dx: 10, dy: 0 }, box })
    expect(both).toEqual({ scale: 2, x: 0, y: 0 })
  })

  test('is never smaller than its box nor larger than there is something to see', () => {
    expect(scaled(fitted, { factor: 0.2, box })).toEqual(fitted)
    expect(scaled(fitted, { factor: 99, box }).scale).toBe(maxScale)
  })

  test('is moved within its edges, and back in the middle when it fits again', () => {
    const large = scaled(fitted, { factor: 2, box })
    expect(moved(large, { dx: 500, dy: -20, box })).toEqual({ scale: 2, x: 100, y: -20 })
    expect(moved(fitted, { dx: 10, dy: 10, box })).toEqual(fitted)
    expect(scaled(moved(large, { dx: 500, dy: 500, box }), { factor: 0.5, box })).toEqual(fitted)
  })
})
