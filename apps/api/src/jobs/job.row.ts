import type { JobState } from './dto/job.dto.js'

export interface JobRow {
  id: string
  kind: string
  requested_by: string | null
  state: JobState
  attempts: number
  reason: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  runs_at: Date
}
