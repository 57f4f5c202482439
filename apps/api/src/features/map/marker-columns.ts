import { roundCoordinate } from '@roadbook/geo'
import type { MarkerColumnsDto } from './dto/markers.dto.js'
import type { MarkerRow } from './marker.row.js'

/**
 * Returns a text for addresses by which users recognise a tracker. It consists of the letters and digits of the name, and the
 * last six digits of the IMEI.
 */
export function slugOf(name: string, imei: string | null): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return [words, imei?.slice(-6)].filter(Boolean).join('-')
}

const time = (value: Date | null) => value?.getTime() ?? null
const degrees = (value: number | null) => (value === null ? null : roundCoordinate(value))
const tenths = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

/** Turns rows into columns, so that field names appear once and similar values are next to each other. */
export function toMarkerColumns(rows: readonly MarkerRow[]): MarkerColumnsDto {
  return {
    entity_id: rows.map(({ id }) => id),
    imei: rows.map(({ imei }) => imei),
    name: rows.map(({ name }) => name),
    label: rows.map(({ short_name, name }) => short_name || name),
    slug: rows.map(({ name, imei }) => slugOf(name, imei)),
    short_name: rows.map(({ short_name }) => short_name),
    entity_name: rows.map(({ name }) => name),
    sub_vendor_name: rows.map(({ sub_vendor_name }) => sub_vendor_name),
    business_name: rows.map(({ business_name }) => business_name),
    vehicle_type: rows.map(({ vehicle_type }) => vehicle_type),
    brand: rows.map(({ brand }) => brand),
    model: rows.map(({ model }) => model),
    latitude: rows.map(({ latitude }) => degrees(latitude)),
    longitude: rows.map(({ longitude }) => degrees(longitude)),
    speed_kph: rows.map(({ speed_kph }) => tenths(speed_kph)),
    heading: rows.map(({ heading }) => heading),
    moving: rows.map(({ moving }) => moving),
    positioned_at: rows.map(({ positioned_at }) => time(positioned_at)),
    received_at: rows.map(({ judged_at }) => time(judged_at)),
    last_activity: rows.map(({ judged_at }) => time(judged_at)),
    lifecycle: rows.map(({ lifecycle }) => lifecycle),
    location_hidden: rows.map(({ location_hidden }) => location_hidden),
  }
}
