export interface OnlineDay {
  /** One for each of the last 24 hours, oldest first: whether anything arrived. */
  hours: boolean[]
  /** Whole percent of them. */
  percent: number
}

const HOURS = 24

/** The 24 hours before now as a strip (G-47). @param heardIn the hours in which something arrived, 0 the oldest */
export function onlineDay(heardIn: readonly number[]): OnlineDay {
  const heard = new Set(heardIn)
  const hours = Array.from({ length: HOURS }, (_, hour) => heard.has(hour))
  return { hours, percent: Math.round((hours.filter(Boolean).length / HOURS) * 100) }
}
