/** Placeholder for a missing value. */
export const NONE = '—'

/**
 * Returns whether a displayed value is only a placeholder. A column shows the placeholder, but a line of facts leaves it out.
 */
export const isNothing = (shown: unknown): boolean => shown === NONE || shown === null || shown === undefined || shown === ''
