export interface CountsRow {
  /** In scope, the caller's own included. */
  businesses: number
  entities: number
}

export interface DayRow {
  /** YYYY-MM-DD */
  day: string
  trips: number
  distance_m: number
}
