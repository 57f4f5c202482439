export interface OnlineDay {
  /** One value for each of the last 24 hours, oldest first. True when data arrived in that hour. */
  hours: boolean[]
  /** Rounded percentage of these hours with data. */
  percent: number
}

const HOURS = 24

/**
 * Returns the last 24 hours for the portal's strip of hours (G-47).
 * @param heardIn hours when data arrived; hour 0 is the oldest
 */
export function onlineDay(heardIn: readonly number[]): OnlineDay {
  const heard = new Set(heardIn)
  const hours = Array.from({ length: HOURS }, (_, hour) => heard.has(hour))
  return { hours, percent: Math.round((hours.filter(Boolean).length / HOURS) * 100) }
}
