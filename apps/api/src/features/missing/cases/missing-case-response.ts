import { roundCoordinate } from '@roadbook/geo'
import { iso } from '../../../http/iso.js'
import type { CaseReason, CaseState } from './case-states.js'
import type { MissingCaseDto } from '../dto/missing-case.dto.js'

export interface MissingCaseRow {
  id: number
  number: string
  state: CaseState
  reason: CaseReason
  note: string | null
  entity_id: number
  entity_name: string
  frame_number: string | null
  license_plate: string | null
  business_id: number
  business_name: string
  reporter: string | null
  assignee_id: number | null
  assignee: string | null
  police_report_number: string | null
  reward: string | null
  insurer: string | null
  opened_at: Date
  ended_at: Date | null
  ended_by: string | null
  end_reason: string | null
  end_note: string | null
  last_seen: Date | null
  /** True when the vehicle belongs to a consumer. Every view of its location is then recorded. */
  is_consumers: boolean
  location_hidden: boolean
  /** Degrees; null when unknown or hidden. */
  latitude: number | null
  longitude: number | null
  positioned_at: Date | null
  updated_at: Date
}

/** Returns a case in the API's form. */
export function toCaseResponse(row: MissingCaseRow): MissingCaseDto {
  const { latitude, longitude, positioned_at, is_consumers: _, ...rest } = row
  const isKnown = latitude !== null && longitude !== null
  return {
    ...rest,
    opened_at: row.opened_at.toISOString(),
    ended_at: iso(row.ended_at),
    last_seen: iso(row.last_seen),
    updated_at: row.updated_at.toISOString(),
    reported_position: isKnown
      ? { latitude: roundCoordinate(latitude), longitude: roundCoordinate(longitude), positioned_at: iso(positioned_at) }
      : null,
  }
}
