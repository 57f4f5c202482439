import type { components } from '../../../lib/api/schema.js'

type Markers = components['schemas']['Markers']
type Columns = Markers['columns']
/** One vehicle with the API's field names. */
export type MarkerRow = { [Column in keyof Columns]: Columns[Column][number] }

const aRow = (entityId: number): MarkerRow => ({
  entity_id: entityId,
  imei: `3526256981${String(entityId).padStart(5, '0')}`,
  name: `Cargo ${entityId}`,
  label: `Cargo ${entityId}`,
  slug: `cargo-${entityId}`,
  short_name: null,
  entity_name: `CG-${entityId}`,
  sub_vendor_name: 'Domstad Mobiliteit',
  business_name: 'Domstad Mobiliteit',
  vehicle_type: 'eCargoBike',
  brand: 'Urban Arrow',
  model: 'Cargo L',
  latitude: 49.41,
  longitude: 8.69,
  speed_kph: 18,
  heading: 315,
  moving: true,
  positioned_at: Date.parse('2025-10-30T10:42:05.000Z'),
  received_at: Date.parse('2025-10-30T10:42:08.000Z'),
  last_activity: Date.parse('2025-10-30T10:42:08.000Z'),
  lifecycle: 'installed',
  location_hidden: false,
})

/** Returns a columnar response of `/map/markers` for some vehicles. */
export function someMarkers(rows: readonly (Partial<MarkerRow> & { entity_id: number })[]): Markers {
  const full = rows.map((row) => ({ ...aRow(row.entity_id), ...row }))
  const names = Object.keys(aRow(0)) as (keyof Columns)[]
  const columns = Object.fromEntries(names.map((name) => [name, full.map((row) => row[name])])) as unknown as Columns
  return { generated_at: '2025-10-30T10:42:10.000Z', count: full.length, columns }
}
