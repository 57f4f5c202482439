/** What each mail needs to know. Times are ISO 8601; links go to our own pages. */
export interface MailValues {
  /** To a new user, who chooses a password behind the link. */
  invitation: { firstName: string; invitedBy: string; businessName: string; link: string; expiresAt: string }
  /** To a user who was given a password, to be changed at the first sign-in. */
  'temporary-password': { firstName: string; password: string; link: string; expiresAt: string }
  /** To whoever asked for a new password. */
  'password-reset': { firstName: string; link: string; expiresAt: string }
  /** A list as a CSV file in the attachment. */
  'csv-attached': { firstName: string; listName: string; rowCount: number; link: string }
  /** A list as a CSV file behind a link, when it is too large for a mail. */
  'csv-ready': { firstName: string; listName: string; rowCount: number; link: string; expiresAt: string }
}
export type MailTemplate = keyof MailValues

export const MAIL_TEMPLATES: readonly MailTemplate[] = [
  'invitation',
  'temporary-password',
  'password-reset',
  'csv-attached',
  'csv-ready',
]
