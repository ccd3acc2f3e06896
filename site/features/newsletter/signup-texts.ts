/** Texts of the newsletter (specification, 4.1 and 8). */
export const signupTexts = {
  invalid: 'Please enter a valid email address',
  success: 'Thank you for joining the email club!',
  unavailable: 'We could not add you to the club just now. Please try again in a few minutes.',
  tooMany: 'That was a lot of tries. Please wait a few minutes and try again.',
  joinedTitle: "You're in!",
  joinedText: 'Check your inbox for your free 7-Day Glow-Up Plan and welcome gift!',
  /** Beside the words above: nothing but the first email is sent to an address that nobody has confirmed. */
  confirmText: 'Press the button in our first letter, so that we know the address is yours.',
  /** Kept with each address as proof of what was agreed to: the function newsletter-signup holds the same words. */
  consent: 'At most one letter a week; leave with one click in every letter.',
} as const

/** How long 'Joining...' is shown at least (specification, 9). */
export const joiningMs = 1000

export interface SignupResult {
  ok: boolean
  message: string
}
