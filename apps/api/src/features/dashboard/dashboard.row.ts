export interface CountsRow {
  /** In scope, the caller's own included. */
  businesses: number
  entities: number
  missing_open: number
  silent: number
}

export interface DayRow {
  trips: number
  distance_m: number
}
