import { DISCLOSURE_KINDS } from '../../disclosures/index.js'

/** Minutes that a consent lasts (G-49). */
export const CONSENT_MINUTES = 60

/** Hours that the customer has to answer a request by mail. */
export const LINK_HOURS = 24

/** Maximum requests by mail for one vehicle within an hour. The limit protects customers from too many mails. */
export const MOST_MAILS_AN_HOUR = 5

/** Version of the text that the customer agrees to. It is stored with each consent. */
export const TEXT_VERSION = 1

export const CONSENT_CHANNELS = ['mail', 'in-person'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** States of a consent. `pending` waits for the customer. The location is visible only while `granted`. */
export const CONSENT_STATES = ['pending', 'granted', 'declined', 'revoked', 'expired'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

export const CONSENT_ENDERS = ['customer', 'business', 'transfer'] as const
export type ConsentEnder = (typeof CONSENT_ENDERS)[number]

/** Subjects of a customer's link: a consent, or a kind of disclosure. */
export const ASKED_ABOUT = ['consent', ...DISCLOSURE_KINDS] as const
export type AskedAbout = (typeof ASKED_ABOUT)[number]

/** Answers of a customer. `approve` and `decline` answer a request. `revoke` ends a consent that is already granted. */
export const CONSENT_ANSWERS = ['approve', 'decline', 'revoke'] as const
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number]

/**
 * Returns the state of a consent after an answer. A repeated answer does not change the state. Returns undefined when it is
 * too late for the answer.
 */
export function afterAnswer(state: ConsentState, answer: ConsentAnswer): ConsentState | undefined {
  if (answer === 'approve') return state === 'pending' || state === 'granted' ? 'granted' : undefined
  if (answer === 'decline') return state === 'pending' || state === 'declined' ? 'declined' : undefined
  return state === 'granted' || state === 'revoked' ? 'revoked' : undefined
}
