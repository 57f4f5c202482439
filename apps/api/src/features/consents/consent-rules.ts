import { DISCLOSURE_KINDS } from '../../disclosures/index.js'

/** How long a consent lasts (G-49). */
export const CONSENT_MINUTES = 60

/** How long the customer may take to answer a mail. */
export const LINK_HOURS = 24

/** Mails about one vehicle within an hour, before a customer feels harassed. */
export const MOST_MAILS_AN_HOUR = 5

/** The number of the text that the customer agrees to; a new text gets a new number, so that each consent says to what. */
export const TEXT_VERSION = 1

export const CONSENT_CHANNELS = ['mail', 'in-person'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** `pending` waits for the customer; of the others only `granted` shows anything. */
export const CONSENT_STATES = ['pending', 'granted', 'declined', 'revoked', 'expired'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

export const CONSENT_ENDERS = ['customer', 'business', 'transfer'] as const
export type ConsentEnder = (typeof CONSENT_ENDERS)[number]

/** What a customer's link is about. */
export const ASKED_ABOUT = ['consent', ...DISCLOSURE_KINDS] as const
export type AskedAbout = (typeof ASKED_ABOUT)[number]

/** What a customer can say to a request, or to a consent that they gave. */
export const CONSENT_ANSWERS = ['approve', 'decline', 'revoke'] as const
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number]

/** What an answer does to a consent in this state: the next state, the same one (nothing happens), or none: too late. */
export function afterAnswer(state: ConsentState, answer: ConsentAnswer): ConsentState | undefined {
  if (answer === 'approve') return state === 'pending' || state === 'granted' ? 'granted' : undefined
  if (answer === 'decline') return state === 'pending' || state === 'declined' ? 'declined' : undefined
  return state === 'granted' || state === 'revoked' ? 'revoked' : undefined
}
