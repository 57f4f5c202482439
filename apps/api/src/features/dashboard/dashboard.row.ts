export interface CountsRow {
  /** Number of businesses in scope, including the caller's own. */
  businesses: number
  entities: number
}

export interface DayRow {
  /** Day in the form YYYY-MM-DD. */
  day: string
  trips: number
  distance_m: number
}
