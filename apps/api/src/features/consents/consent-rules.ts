import { DISCLOSURE_KINDS } from '../../disclosures/index.js'

/** Minutes that a consent lasts (G-49). */
export const CONSENT_MINUTES = 60

/** Hours in which the customer may answer a request by mail. */
export const LINK_HOURS = 24

/** Maximum requests by mail for one vehicle within an hour, so that customers are not harassed. */
export const MOST_MAILS_AN_HOUR = 5

/** Version of the text that the customer agrees to. Each consent stores its version. */
export const TEXT_VERSION = 1

export const CONSENT_CHANNELS = ['mail', 'in-person'] as const
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number]

/** States of a consent. `pending` waits for the customer. The location is visible only while `granted`. */
export const CONSENT_STATES = ['pending', 'granted', 'declined', 'revoked', 'expired'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

export const CONSENT_ENDERS = ['customer', 'business', 'transfer'] as const
export type ConsentEnder = (typeof CONSENT_ENDERS)[number]

/** Subjects that a customer's link can be about: a consent, or a kind of disclosure. */
export const ASKED_ABOUT = ['consent', ...DISCLOSURE_KINDS] as const
export type AskedAbout = (typeof ASKED_ABOUT)[number]

/** Answers that a customer can give: to a request, or (`revoke`) to a consent that is already granted. */
export const CONSENT_ANSWERS = ['approve', 'decline', 'revoke'] as const
export type ConsentAnswer = (typeof CONSENT_ANSWERS)[number]

/**
 * Returns the state after an answer. Returns the same state when the answer has no effect, and undefined when the state no longer
 * permits the answer.
 */
export function afterAnswer(state: ConsentState, answer: ConsentAnswer): ConsentState | undefined {
  if (answer === 'approve') return state === 'pending' || state === 'granted' ? 'granted' : undefined
  if (answer === 'decline') return state === 'pending' || state === 'declined' ? 'declined' : undefined
  return state === 'granted' || state === 'revoked' ? 'revoked' : undefined
}
