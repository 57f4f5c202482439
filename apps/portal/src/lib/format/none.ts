/** Stands where there is no value. */
export const NONE = '—'

/** Whether what would be shown says only that there is nothing: beside its column's head it does, in a line of facts it is left out. */
export const isNothing = (shown: unknown): boolean => shown === NONE || shown === null || shown === undefined || shown === ''
