import { DEFAULT_ROLE_PERMISSIONS } from '@roadbook/contracts/permissions'
import type { RuntimeConfig } from '../config/runtime-config.js'
import type { components } from '../lib/api/schema.js'
import type { SessionUser } from '../lib/session/session.js'

export const aUser = (changes: Partial<SessionUser> = {}): SessionUser => ({
  id: 7,
  first_name: 'Marit',
  last_name: 'de Wolf',
  address: 'Draaiweg 44',
  postcode: '3515 EK',
  city: 'Utrecht',
  phone: '+31 30 000 02 11',
  email: 'marit@domstad.example',
  role: 'Manager',
  role_key: 'manager',
  sub_vendor_name: 'Domstad Mobiliteit',
  business_id: 3,
  business_name: 'Domstad Mobiliteit',
  department_id: null,
  company_id: null,
  vendor_id: 3,
  enterprise_id: null,
  parent: 'vendor',
  parent_id: 3,
  permissions: [...DEFAULT_ROLE_PERMISSIONS.manager],
  businesses: [{ id: 3, name: 'Domstad Mobiliteit', kind: 'vendor', show_statistics: true, has_customers: true, is_oem: false }],
  businesses_below: 10,
  locale: 'en',
  time_zone: 'Europe/Amsterdam',
  last_seen_at: '2025-10-30T08:00:00.000Z',
  viewing_as: null,
  ...changes,
})

export const aConfig = (changes: Partial<RuntimeConfig> = {}): RuntimeConfig => ({
  oidc: {
    issuer: 'http://localhost:8081',
    client_id: 'roadbook-portal',
    resource: 'urn:roadbook:api',
    scope: 'openid profile email',
  },
  live_url: null,
  tiles: { url: null, vector_url: null, attribution: '© OpenStreetMap contributors', max_zoom: 19 },
  support: { email: 'support@roadbook.example', phone: '+31 30 000 01 20' },
  maintenance_url: '/maintenance.html',
  shop_url: null,
  push_key: null,
  accounts: { are_made: true, are_mailed: true },
  payments_at: null,
  report_max_entities: 100,
  planned_maintenance: {
    window_from: '2025-11-02T07:00:00+01:00',
    window_till: '2025-11-03T21:00:00+01:00',
    shown_from: '2022-11-07T14:00:00+01:00',
    shown_till: '2025-11-04T16:00:00+01:00',
  },
  ...changes,
})

/** Creates a figure with values for the seven days before 30-10-2025 and for that day. */
const aFigure = (values: readonly number[], lastWeek: number): components['schemas']['DashboardFigure'] => ({
  today: values.at(-1) ?? 0,
  last_week: lastWeek,
  days: values.map((value, at) => ({ day: `2025-10-${23 + at}`, value, is_running: at === values.length - 1 })),
})

/** Empty word catalogue. */
export const noWords: components['schemas']['VehicleWords'] = { brands: [], colors: [], engine_brands: [], power_units: [] }

export const aSummary = (
  changes: Partial<components['schemas']['DashboardSummary']> = {},
): components['schemas']['DashboardSummary'] => ({
  entities: 214,
  businesses_below: 10,
  is_begun: true,
  time_zone: 'Europe/Amsterdam',
  trips: aFigure([458, 440, 470, 455, 320, 300, 458, 486], 458),
  distance_m: aFigure([2_487_000, 2_300_000, 2_420_000, 2_380_000, 1_700_000, 1_500_000, 2_487_000, 2_412_300], 2_487_000),
  attention: [
    { kind: 'open_case', count: 3, week_ago: 1, path: '/entities?f.needs=open_case' },
    { kind: 'open_alert', count: 4, week_ago: null, path: '/alerts?f.state=open' },
    { kind: 'unverified', count: 2, week_ago: 2, path: '/entities?f.needs=unverified' },
    { kind: 'silent', count: 9, week_ago: 12, path: '/entities?f.needs=silent' },
    { kind: 'low_battery', count: 0, week_ago: null, path: '/entities?f.needs=low_battery' },
    { kind: 'subscription_ending', count: 0, week_ago: 0, path: '/entities?f.needs=subscription_ending' },
    { kind: 'insurance_ending', count: 0, week_ago: 0, path: '/entities?f.needs=insurance_ending' },
    { kind: 'service_due', count: 0, week_ago: 0, path: '/entities?f.needs=service_due' },
  ],
  ...changes,
})

export const noMarkers: components['schemas']['Markers'] = {
  generated_at: '2025-10-30T08:12:00.000Z',
  count: 0,
  columns: {
    entity_id: [],
    imei: [],
    name: [],
    label: [],
    slug: [],
    short_name: [],
    entity_name: [],
    sub_vendor_name: [],
    business_name: [],
    vehicle_type: [],
    brand: [],
    model: [],
    latitude: [],
    longitude: [],
    speed_kph: [],
    heading: [],
    moving: [],
    positioned_at: [],
    received_at: [],
    last_activity: [],
    lifecycle: [],
    location_hidden: [],
  },
}
