import type { Locale } from '../texts/locale.js'

/** The parts of a mail in reading order. */
export interface MailParts {
  locale: Locale
  subject: string
  greeting: string
  text: string
  /** Secret to type or copy, for example a password. It is shown separately in a fixed-width font. */
  secret: string | undefined
  action: { label: string; link: string; hint: string }
  note: string
  footer: string
}
