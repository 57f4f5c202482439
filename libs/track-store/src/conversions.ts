/** Degrees to the columns' 1e-7 degrees. */
export const toE7 = (degrees: number | undefined): number | undefined =>
  degrees === undefined ? undefined : Math.round(degrees * 1e7)

export const fromE7 = (units: number | null): number | null => (units === null ? null : units / 1e7)

export const msOf = (date: Date | null): number | null => date && date.getTime()

type WithoutNulls<T> = { [K in keyof T as null extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as null extends T[K] ? K : never]?: Exclude<T[K], null>
}

/** A row's NULLs as the absent fields of the interface. */
export function dropNulls<T extends object>(row: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as WithoutNulls<T>
}
