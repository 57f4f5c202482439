/** What an installation must pass to be verified (G-57), in the order in which it is looked for. */
export const CHECKS = ['network', 'gps', 'external-battery', 'position'] as const
export type CheckName = (typeof CHECKS)[number]

/** `unreported`: the tracker tells nothing about it, so it stands in nobody's way (docs/decisions/0017). */
export const CHECK_STATES = ['waiting', 'passed', 'suspect', 'unreported'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** Why a check does not pass, as far as somebody beside the vehicle can do something about it. */
export const CAUSES = [
  'no-message',
  'silent',
  'doubted-sender',
  'wrong-clock',
  'no-fix',
  'weak-gps',
  'no-voltage',
  'low-voltage',
  'implausible-position',
] as const
export type Cause = (typeof CAUSES)[number]

export const VERIFICATION_STATES = ['waiting', 'verified', 'suspect'] as const
export type VerificationState = (typeof VERIFICATION_STATES)[number]
