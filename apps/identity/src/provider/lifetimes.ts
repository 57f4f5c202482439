const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetimes in seconds. */
export const LIFETIMES = {
  accessToken: 10 * MINUTE,
  authorizationCode: MINUTE,
  idToken: HOUR,
  /** A sign-in page may stay open during a whole working day. */
  interaction: 12 * HOUR,
  /** Time for the steps between the correct password and the portal: a code, a new password, or setting up an app. */
  signInSteps: 15 * MINUTE,
  refreshToken: 14 * DAY,
  /** Lifetime with "keep me signed in". The session ends after two weeks without use, and after 90 days in any case. */
  kept: { idle: 14 * DAY, absolute: 90 * DAY },
  /**
   * Lifetime without "keep me signed in". The cookie ends when the browser is closed. The session ends after 12 hours without
   * use, or after one day.
   */
  transient: { idle: 12 * HOUR, absolute: DAY },
} as const

/** Returns the number of seconds that a session has left. The number depends on the time of its sign-in. */
export function sessionLifetimeS(isTransient: boolean, signedInAtS: number | undefined, nowS: number): number {
  const { idle, absolute } = isTransient ? LIFETIMES.transient : LIFETIMES.kept
  return Math.max(1, Math.min(idle, (signedInAtS ?? nowS) + absolute - nowS))
}
