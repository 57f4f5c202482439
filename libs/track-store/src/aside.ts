import type { Fix } from '@roadbook/contracts'
import type { ClientBase } from 'pg'
import { attributesToJson } from './attributes-json.js'
import { arrayParameters, names, packArrays, type Column } from './columns.js'
import { clamp } from './conversions.js'
import type { AsideReason, WaypointRow } from './track-store.js'

export interface AsideRow extends WaypointRow {
  reason: AsideReason
}

const COLUMNS: readonly Column<AsideRow>[] = [
  { name: 'positioned_at', type: 'timestamptz', read: ({ fix }) => clamp(fix.positionedAt) },
  { name: 'received_at', type: 'timestamptz', read: ({ receivedAt }) => receivedAt },
  { name: 'device_id', type: 'int4', read: ({ deviceId }) => deviceId },
  { name: 'reason', type: 'int2', read: ({ reason }) => reason },
  { name: 'fix', type: 'jsonb', read: ({ fix }) => fixToJson(fix) },
]

/** Stores rows outside the waypoints table. A row is stored once per reason. */
export async function keepAside(client: ClientBase, rows: readonly AsideRow[]): Promise<void> {
  await client.query(
    `INSERT INTO waypoints_aside (${names(COLUMNS)}) SELECT * FROM unnest(${arrayParameters(COLUMNS)}) ON CONFLICT DO NOTHING`,
    packArrays(COLUMNS, rows),
  )
}

function fixToJson({ attributes, ...fields }: Fix): string {
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const json = attributesToJson(known)
  return attributes ? `${json.slice(0, -1)},"attributes":${attributesToJson(attributes)}}` : json
}
