import { type RefObject, useEffect, useState } from 'react'
import { readSuggestions, type Suggestion } from './suggestions.ts'

/** A pause between two keys of somebody who types on is shorter. */
const pauseMs = 120

/** Suggestions for what stands in the box: asked for in pauses, and never an older answer after a newer question. */
export function useSuggestions(box: RefObject<HTMLInputElement | null>): { typed: string; suggestions: Suggestion[] } {
  const [typed, setTyped] = useState('')
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])

  useEffect(() => {
    const input = box.current
    if (!input) return
    const onInput = () => setTyped(input.value.trimStart())
    onInput() // something may have been typed before this script arrived
    input.addEventListener('input', onInput)
    return () => input.removeEventListener('input', onInput)
  }, [box])

  useEffect(() => {
    if (!typed.trim()) {
      setSuggestions([])
      return
    }
    const stop = new AbortController()
    const ask = async () => {
      try {
        setSuggestions(await readSuggestions(typed, stop.signal))
      } catch {
        if (!stop.signal.aborted) setSuggestions([]) // they only help: without them one types on and presses Enter
      }
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [typed])

  return { typed, suggestions }
}
