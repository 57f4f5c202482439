export interface CountsRow {
  /** Number of businesses in scope, including the caller's own. */
  businesses: number
  entities: number
}

export interface DayRow {
  /** YYYY-MM-DD */
  day: string
  trips: number
  distance_m: number
}
