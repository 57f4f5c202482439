import { toApiRow } from '../../http/api-row.js'
import { clockOf } from '../device-clock/index.js'
import type { DeviceDto } from './dto/device.dto.js'
import { DEVICE_VALUES, type DeviceRow, type DeviceValues } from './device.row.js'
import type { CreateDeviceDto } from './dto/write-device.dto.js'

export function toDeviceResponse(row: DeviceRow): DeviceDto {
  const { clock_told_on: _day, clock_lag_s: _lag, clock_offset_minutes: _offset, ...rest } = row
  return { ...toApiRow(rest), clock: clockOf(row) }
}

const NEW: DeviceValues = {
  imei: '',
  title: null,
  description: null,
  model: null,
  iccid: null,
  firmware_version: null,
  settings_crc: null,
  tracker_id: null,
  utc_offset_minutes: null,
  speed_unit: null,
  bound_protocol: null,
  source_network: null,
  client_certificate: null,
}

/** Returns a device's values after a change. Fields that are absent from the body keep their values. */
export function withChanges(body: Partial<CreateDeviceDto>, before: DeviceValues = NEW): DeviceValues {
  const given = Object.fromEntries(DEVICE_VALUES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
  const values = { ...Object.fromEntries(DEVICE_VALUES.map((name) => [name, before[name]])), ...given } as unknown as DeviceValues
  return {
    ...values,
    settings_crc: values.settings_crc?.toUpperCase() ?? null,
    client_certificate: values.client_certificate?.replaceAll(':', '').toLowerCase() ?? null,
  }
}

/** Returns the fields of a device that the audit log records. */
export const auditedDevice = (row: DeviceRow): Record<string, unknown> => ({
  ...withChanges({}, row),
  state: row.state,
  business_id: row.business_id,
})
