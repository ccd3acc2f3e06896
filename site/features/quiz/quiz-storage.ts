const key = 'quiz spirit-animal'

/** An unfinished quiz, kept for this tab. Where storage is blocked it lasts as long as the page. */
export function keepQuiz(text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // nothing is kept
  }
}

export function keptQuiz(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function clearQuiz(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}
