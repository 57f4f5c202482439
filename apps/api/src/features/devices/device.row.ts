import type { RowOf } from '../../http/told.js'
import type { DeviceDto } from './dto/device.dto.js'

export type DeviceRow = RowOf<DeviceDto, 'last_seen'>

/** What people write down about a device. */
export const DEVICE_VALUES = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'firmware_version',
  'settings_crc',
  'tracker_id',
  'bound_protocol',
  'source_network',
  'client_certificate',
] as const satisfies readonly (keyof DeviceRow)[]
export type DeviceValues = Pick<DeviceRow, (typeof DEVICE_VALUES)[number]>
