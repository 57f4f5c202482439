export interface DeviceRow {
  id: number
  imei: string
  title: string | null
  description: string | null
  model: string | null
  iccid: string | null
  firmware_version: string | null
  wanted_firmware: string | null
  settings_crc: string | null
  protocol: string | null
  tracker_id: string | null
  state: string
  connection: string
  last_seen: Date | null
  business_id: number
  business_name: string
  sub_vendor_name: string | null
  entity_id: number | null
  entity_name: string | null
  sim_id: number | null
  sim_status: string | null
  update_state: string | null
  returned_at: Date | null
  created_at: Date
  updated_at: Date
}

/** What people write down about a device. */
export interface DeviceValues {
  imei: string
  title: string | null
  description: string | null
  model: string | null
  iccid: string | null
  firmware_version: string | null
  settings_crc: string | null
  tracker_id: string | null
}

export const DEVICE_VALUES = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'firmware_version',
  'settings_crc',
  'tracker_id',
] as const satisfies readonly (keyof DeviceValues)[]
