import type { Locale } from '../texts/locale.js'

/** The parts of a mail in the order in which they are read. */
export interface MailParts {
  locale: Locale
  subject: string
  greeting: string
  text: string
  /** Shown apart and in equal-width letters, to be typed or copied. */
  secret: string | undefined
  action: { label: string; link: string; hint: string }
  note: string
  footer: string
}
