/** A row as the API returns it: times in ISO 8601, UTC, milliseconds. */
export type ApiRow<Row> = {
  [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] extends Date | null ? string | null : Row[Name]
}

/**
 * Row of a DTO. The properties of the DTO are columns of the same names. Properties are times if their names end in `_at` or
 * are listed in `Moments`.
 */
export type RowOf<Dto, Moments extends keyof Dto = never> = {
  [Name in keyof Dto]: Name extends `${string}_at` | Moments ? Date | Extract<Dto[Name], null> : Dto[Name]
}

export const toApiRow = <Row extends object>(row: Row): ApiRow<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : (value as unknown)]),
  ) as ApiRow<Row>
