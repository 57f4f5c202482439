import type { components } from '../lib/api/schema.js'

const VEHICLE: components['schemas']['Entity'] = {
  id: 42,
  name: 'Cargo 042',
  short_name: null,
  entity_name: 'Cargo 042',
  frame_number: 'UA24-118-0042',
  license_plate: null,
  vehicle_type: 'eCargoBike',
  brand: 'Urban Arrow',
  model: 'Cargo L',
  color: null,
  engine_brand: null,
  engine_model: null,
  power_unit: null,
  odo: 12_482_300,
  imei: '352625698104217',
  device_id: 9,
  device_model: 'FMB920',
  has_customer: false,
  consumer_name: null,
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  sub_vendor_name: 'Domstad Mobiliteit',
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-01-01T00:00:00.000Z',
  created_by: null,
  last_seen: '2025-10-30T08:11:30.000Z',
  motion: 'idle',
  connection: 'live',
  lifecycle: 'installed',
  location_hidden: false,
  position: null,
  tags: [],
}

/** A cargo bike with a tracker that was just heard. */
export const aVehicle = (changes: Partial<components['schemas']['Entity']> = {}) => ({ ...VEHICLE, ...changes })
