export interface OnlineDay {
  /** True for each of the last 24 hours in which data arrived, oldest first. */
  hours: boolean[]
  /** Percentage of these hours in which data arrived, rounded. */
  percent: number
}

const HOURS = 24

/**
 * Returns the last 24 hours as a strip (G-47).
 * @param heardIn hours in which data arrived; 0 is the oldest
 */
export function onlineDay(heardIn: readonly number[]): OnlineDay {
  const heard = new Set(heardIn)
  const hours = Array.from({ length: HOURS }, (_, hour) => heard.has(hour))
  return { hours, percent: Math.round((hours.filter(Boolean).length / HOURS) * 100) }
}
