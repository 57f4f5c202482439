import { inBrowser } from '../../storage/browser-storage.js'
import type { Chart } from './chart.js'

const stored = inBrowser('analytics.charts')

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
  const value = stored.readJson()
  return isKept(value) && value.user_id === userId ? value : undefined
}

export function writeKept(kept: KeptCharts): KeptCharts {
  stored.writeJson(kept)
  return kept
}
