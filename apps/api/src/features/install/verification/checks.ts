/** Checks that an installation must pass to be verified (G-57), in their order. */
export const CHECKS = ['network', 'gps', 'external-battery', 'position'] as const
export type CheckName = (typeof CHECKS)[number]

/**
 * States of a check. `unreported` means that the tracker does not report the data. The check then does not prevent
 * verification (docs/decisions/0017).
 */
export const CHECK_STATES = ['waiting', 'passed', 'suspect', 'unreported'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** Causes of a failing check. Each is something that a person beside the vehicle can correct. */
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
