import type { Answer } from './api-stub.js'

/** Time of the installations in these tests, milliseconds since 1970 UTC. */
export const INSTALLED_AT = Date.parse('2025-10-30T10:12:00Z')
export const FREE = '356307042441013'
export const TAKEN = '356307042441021'

const found = (imei: string, changes: object = {}) => ({
  id: Number(imei.slice(-4)),
  imei,
  model: 'FMC920',
  firmware_version: '03.28.07',
  business_name: 'Domstad Mobiliteit',
  last_seen: '2025-10-30T10:10:00.000Z',
  entity_id: null,
  entity_name: null,
  blocked: null,
  blocked_message: null,
  ...changes,
})
const devices = [
  found(FREE),
  found(TAKEN, { blocked: 'installed', blocked_message: 'It is on a vehicle', entity_id: 41, entity_name: 'Cargo 041' }),
]

export const aPreset = (changes: object = {}) => ({
  id: 5,
  name: 'Urban Arrow, depot',
  auto_import: false,
  vehicle_type: 'eCargoBike',
  brand: 'Urban Arrow',
  model: null,
  color: 'Black',
  engine_brand: null,
  engine_model: null,
  power_unit: null,
  tags: [],
  tag_groups: [],
  target_group_id: null,
  business_id: null,
  maintenance_plan_id: null,
  subscription_id: null,
  created_at: '2025-01-01T00:00:00.000Z',
  updated_at: '2025-01-01T00:00:00.000Z',
  ...changes,
})

const aReplaceable = {
  id: 41,
  name: 'Cargo 041',
  license_plate: null,
  frame_number: null,
  vehicle_type: 'eCargoBike',
  business_name: 'Domstad Mobiliteit',
  odo: 1_204_000,
  blocked_message: null,
  device: { id: 1021, imei: TAKEN, model: 'FMC920' },
}

export const aVerification = (changes: object = {}) => ({
  entity_id: 42,
  entity_name: 'Cargo 042',
  frame_number: 'UA24-118-0042',
  license_plate: 'UA24-118-0042',
  imei: FREE,
  business_name: 'Domstad Mobiliteit',
  installed_at: '2025-10-30T10:12:00.000Z',
  installed_by: 'Marit de Wolf',
  state: 'waiting',
  verified_at: null,
  cause: null,
  is_overdue: false,
  waited_s: 2,
  silent_s: 2,
  checks: ['network', 'gps', 'external-battery', 'position'].map((name) => ({
    name,
    state: 'waiting',
    passed_at: null,
    cause: null,
  })),
  ...changes,
})

/** Answers of the API for a workshop with one free tracker, one taken, and one preset. */
export const someInstalls = (): Record<string, Answer> => ({
  'GET /api/v1/install-devices/businesses': { data: [{ id: 3, name: 'Domstad Mobiliteit', blocked_message: null }] },
  'GET /api/v1/install-devices/latest-entities': {
    data: [
      {
        id: 40,
        name: 'Cargo 040',
        license_plate: null,
        imei: TAKEN,
        created_at: '2025-10-30T08:58:00.000Z',
        last_seen: null,
        verified_at: null,
      },
    ],
  },
  'GET /api/v1/install-devices/presets': { data: [aPreset()] },
  'GET /api/v1/install-devices/replace-entity/41': { data: aReplaceable },
  'GET /api/v1/install-devices/verification/41': { data: aVerification({ entity_id: 41 }) },
  'GET /api/v1/install-devices/verification/42': { data: aVerification() },
  'GET /api/v1/dropdown/entities': { data: [{ id: 41, name: 'Cargo 041', license_plate: null, imei: TAKEN }] },
  'GET /api/v1/dropdown/words': {
    data: {
      brands: [
        { id: 1, name: 'Gazelle', models: [{ id: 1, name: 'Ultimate C380' }] },
        { id: 2, name: 'Urban Arrow', models: [{ id: 1, name: 'Family' }] },
      ],
      colors: [{ id: 1, name: 'Black' }],
      engine_brands: [{ id: 1, name: 'Bosch', models: [] }],
      power_units: [{ id: 1, name: '500 Wh' }],
    },
  },
  'GET /api/v1/dropdown/tags': { data: [] },
  'GET /api/v1/tag-groups': { data: [], meta: { current_page: 1, last_page: 1, per_page: 200, total: 0 } },
  'GET /api/v1/search/devices': (request: Request) => {
    const digits = new URL(request.url).searchParams.get('query') ?? ''
    const ending = devices.filter(({ imei }) => imei.endsWith(digits))
    return { data: { devices: ending, meta: { digits_missing: 0, message: null } } }
  },
  'POST /api/v1/install-devices/install': { data: { id: 42, name: 'Cargo 042', imei: FREE } },
  'PUT /api/v1/install-devices/replace-entity/41': { data: { entity: {}, old_device: {} } },
})
