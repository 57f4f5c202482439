const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long things live, in seconds. */
export const LIFETIMES = {
  accessToken: 10 * MINUTE,
  authorizationCode: MINUTE,
  idToken: HOUR,
  /** A sign-in page may stay open over a working day. */
  interaction: 12 * HOUR,
  /** Between the right password and the last of what else is asked: a code, a new password, an app to set up. */
  signInSteps: 15 * MINUTE,
  refreshToken: 14 * DAY,
  /** Signed in with "keep me signed in": ends after two weeks without use, and after 90 days whatever happens. */
  kept: { idle: 14 * DAY, absolute: 90 * DAY },
  /** Without it: the cookie goes with the browser; on our side a working day. */
  transient: { idle: 12 * HOUR, absolute: DAY },
} as const

/** Seconds that a session still has from `nowS`, given when it began. */
export function sessionLifetimeS(isTransient: boolean, signedInAtS: number | undefined, nowS: number): number {
  const { idle, absolute } = isTransient ? LIFETIMES.transient : LIFETIMES.kept
  return Math.max(1, Math.min(idle, (signedInAtS ?? nowS) + absolute - nowS))
}
