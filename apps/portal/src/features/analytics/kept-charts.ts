import type { Chart } from './chart.js'

const KEY = 'analytics.charts'

/** The charts of one user as this browser has them. */
export interface KeptCharts {
  user_id: number
  charts: Chart[]
  /** The server has them, too; otherwise they are newer than what it has. */
  is_sent: boolean
}

const isKept = (value: unknown): value is KeptCharts =>
  typeof value === 'object' &&
  value !== null &&
  'charts' in value &&
  Array.isArray(value.charts) &&
  'user_id' in value &&
  'is_sent' in value

/** what this browser keeps for a user; undefined for somebody else, and where storage is blocked. */
export function readKept(userId: number): KeptCharts | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isKept(value) && value.user_id === userId ? value : undefined
  } catch {
    return undefined // blocked, or somebody else wrote there; start anew
  }
}

export function writeKept(kept: KeptCharts): KeptCharts {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    return kept // storage may be blocked; the server has them then
  }
  return kept
}
