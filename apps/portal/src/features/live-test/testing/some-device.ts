import type { components } from '../../../lib/api/schema.js'

type Schemas = components['schemas']

export const IMEI = '352625698104217'
export const NOW = Date.parse('2025-10-30T10:42:11.000Z')
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString()

/** A tracker that reported three seconds ago. */
export const aDeviceStatus = (changes: Partial<Schemas['DeviceStatus']> = {}): Schemas['DeviceStatus'] => ({
  device_id: 1,
  imei: IMEI,
  model: 'TFT100',
  business_name: 'Domstad Mobiliteit',
  entity_id: 1,
  entity_name: 'Cargo 042',
  location_hidden: false,
  last_update: ago(3),
  network: 'connected',
  clock: null,
  gsm_signal: 4,
  position: { latitude: 49.41, longitude: 8.69, positioned_at: ago(4), address: 'Nachtegaalstraat 55, Utrecht' },
  speed_kph: 18,
  heading: 312,
  gps: { quality: 'good', valid: 9, total: 10, median_gap_s: 5, median_accuracy_m: 4.5, satellites: 11 },
  external_battery: { millivolts: 36_400, percent: 53, measured_at: ago(4) },
  online: { from: ago(86_400), hours: Array.from({ length: 24 }, (_, hour) => hour >= 6), percent: 75 },
  fixes: Array.from({ length: 10 }, (_, at) => ({
    positioned_at: ago(4 + at * 5),
    received_at: ago(3 + at * 5),
    valid: at !== 3,
    speed_kph: 16 + at,
    external_battery_mv: 36_400,
  })),
  ...changes,
})

/** A customer's vehicle without a request for consent. */
export const aConsumerEntity = (changes: Partial<Schemas['ConsumerEntity']> = {}): Schemas['ConsumerEntity'] => ({
  entity_id: 1,
  entity_name: 'Cargo 042',
  imei: IMEI,
  is_consumer: true,
  customer_name: 'Joost van Dam',
  has_email: true,
  location_hidden: true,
  consent_minutes: 60,
  consent: null,
  ...changes,
})

export const aConsent = (changes: Partial<Schemas['Consent']> = {}): Schemas['Consent'] => ({
  token: 'c-1',
  state: 'granted',
  channel: 'in-person',
  requested_at: ago(60),
  requested_by: 'Marit de Wolf',
  granted_at: ago(60),
  expires_at: new Date(NOW + 59 * 60_000).toISOString(),
  revoked_by: null,
  ...changes,
})

/** One packet as in the log. */
export const aMessage = (changes: Partial<Schemas['DeviceMessage']> = {}): Schemas['DeviceMessage'] => ({
  kind: 'packet',
  received_at: ago(3),
  stored_at: ago(3),
  protocol: 'teltonika',
  gateway: 'g1',
  raw: '000000000000003608010000016b',
  fixes: [
    {
      positioned_at: ago(4),
      validity: 'valid',
      latitude: 49.41,
      longitude: 8.69,
      altitude_m: null,
      speed_kph: 18,
      heading: 312,
      satellites: 11,
      hdop: 0.9,
      ignition: true,
      movement: true,
      odometer_m: null,
      external_battery_mv: 36_400,
      battery_mv: null,
      battery_percent: null,
      gsm_signal: 4,
      event: null,
      attributes: {},
    },
  ],
  quarantined: false,
  event: null,
  reason: null,
  rejected_by: null,
  location_hidden: false,
  ...changes,
})
