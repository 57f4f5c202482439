import type { RowOf } from '../../http/api-row.js'
import type { ClockRow } from '../device-clock/index.js'
import type { DeviceDto } from './dto/device.dto.js'

export type DeviceRow = Omit<RowOf<DeviceDto, 'last_seen'>, 'clock'> & ClockRow

/** Fields of a device that users can change. */
export const DEVICE_VALUES = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'firmware_version',
  'settings_crc',
  'tracker_id',
  'utc_offset_minutes',
  'speed_unit',
  'bound_protocol',
  'source_network',
  'client_certificate',
] as const satisfies readonly (keyof DeviceRow)[]
export type DeviceValues = Pick<DeviceRow, (typeof DEVICE_VALUES)[number]>
