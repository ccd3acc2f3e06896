/** What a check found: all is well, it is not set and need not be, or something is to do. The sentence says what. */
export interface Found {
  state: 'ok' | 'off' | 'todo'
  sentence: string
}

export const ok = (sentence: string): Found => ({ state: 'ok', sentence })
export const off = (sentence: string): Found => ({ state: 'off', sentence })
export const todo = (sentence: string): Found => ({ state: 'todo', sentence })
