import { isEmail } from '#domain/email.ts'

/** The fields of the contact form, in their order. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactMessage = Record<ContactField, string>
export type ContactErrors = Partial<Record<ContactField, string>>

/** As much as the backend stores. */
export const contactLimits = { name: 200, email: 254, subject: 300, message: 10_000 } as const

export const contactTexts = {
  sent: 'Your message is on its way. Thank you for writing!',
  failed: 'Failed to send your message. Please try again in a moment.',
  incomplete: 'Please look at the marked fields',
} as const

/** What is missing, said beside its field in the words that the server function uses too. */
export function contactErrors({ name, email, subject, message }: ContactMessage): ContactErrors {
  return {
    ...(name.trim() ? {} : { name: 'Please tell us your name' }),
    ...(isEmail(email) ? {} : { email: 'Please enter a valid email address' }),
    ...(subject.trim() ? {} : { subject: 'Please give your message a subject' }),
    ...(message.trim() ? {} : { message: 'Please write a message' }),
  }
}

/** The form as it was typed. */
export function readContactForm(form: FormData): ContactMessage & { website: string } {
  const field = (name: string) => String(form.get(name) ?? '')
  const { email, website } = { email: field('email').trim(), website: field('website') }
  return { name: field('name'), email, subject: field('subject'), message: field('message'), website }
}
