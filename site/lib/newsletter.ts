/** Words of the e-mail club (specification, 4.1 and 8). */
export const signupTexts = {
  invalid: 'Please enter a valid email address',
  success: 'Thank you for joining the email club!',
  unavailable: 'We could not add you to the club just now. Please try again in a few minutes.',
  tooMany: 'That was a lot of tries. Please wait a few minutes and try again.',
  joinedTitle: "You're in!",
  joinedText: 'Check your inbox for your free 7-Day Glow-Up Plan and welcome gift!',
} as const

export interface SignupResult {
  ok: boolean
  message: string
}
