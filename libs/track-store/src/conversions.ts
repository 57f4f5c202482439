/** Converts degrees to the columns' unit of 1e-7 degrees. */
export const toE7 = (degrees: number | undefined): number | undefined =>
  degrees === undefined ? undefined : Math.round(degrees * 1e7)

export const fromE7 = (units: number | null): number | null => (units === null ? null : units / 1e7)

export const msOf = (date: Date | null): number | null => date && date.getTime()

const LAST_INSTANT = 8.64e15
const FIRST_INSTANT = Date.UTC(-4000, 0)

/** Moves an instant into the range that both a JavaScript date and a timestamptz can represent. */
export const clamp = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.min(LAST_INSTANT, Math.max(FIRST_INSTANT, ms)))

type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>
}

/** Converts a row's NULLs to absent fields. */
export function dropNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>
}
