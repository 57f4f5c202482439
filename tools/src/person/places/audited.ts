import { ofVehicleAt } from './place.js'

/**
 * Kinds of objects in the audit log, with the ids of those that are about the person, as SQL. Null for kinds that are not
 * about a single person. A test checks that these are the kinds for which the portal has words.
 */
export const AUDITED_KINDS: Readonly<Record<string, string | null>> = {
  user: 'SELECT id::text FROM pg_temp.person_users',
  charts: 'SELECT id::text FROM pg_temp.person_users',
  customer: 'SELECT id::text FROM pg_temp.person_customers',
  consent: 'SELECT p.id::text FROM consents p JOIN pg_temp.person_customers c ON c.id = p.consumer_id',
  'missing-case': ofVehicles('missing_cases', 'opened_at'),
  trip: ofVehicles('trips', 'started_at'),
  alert: ofVehicles('alerts', 'began_at'),
  'maintenance-notification': ofVehicles('maintenance_notifications', 'created_at'),
  'entity-subscription': ofVehicles('entity_subscriptions', 'created_at'),
  insurance: ofVehicles('insurances', 'created_at'),
  order: ofVehicles('orders', 'created_at'),
  // A vehicle may have had other owners, so its entries need the condition `OF_VEHICLE`.
  entity: null,
  'push-registration': 'SELECT p.id::text FROM push_registrations p JOIN pg_temp.person_users u ON u.id = p.user_id',
  'report-schedule': 'SELECT p.id::text FROM report_schedules p JOIN pg_temp.person_users u ON u.id = p.user_id',
  'install-preset': 'SELECT p.id::text FROM install_presets p JOIN pg_temp.person_users u ON u.id = p.user_id',
  token: 'SELECT p.id::text FROM api_tokens p JOIN pg_temp.person_users u ON u.id = p.user_id',
  'alert-rule': null,
  'app-notification': null,
  audit: null,
  business: null,
  claim: null,
  delivery: null,
  device: null,
  'device-import': null,
  'entity-import': null,
  geofence: null,
  'history-import': null,
  job: null,
  'maintenance-plan': null,
  operation: null,
  report: null,
  role: null,
  sim: null,
  subscription: null,
  tag: null,
  'tag-group': null,
  trigger: null,
  update: null,
  webhook: null,
}

function ofVehicles(table: string, moment: string): string {
  return `SELECT p.id::text FROM ${table} p WHERE ${ofVehicleAt(moment).replaceAll(/\bt\./g, 'p.')}`
}

/** Condition for entries about a vehicle from the time when it belonged to the person. */
const OF_VEHICLE = `t.object_type = 'entity' AND EXISTS (SELECT FROM pg_temp.person_vehicles v
  WHERE v.entity_id::text = t.object_id AND t.at >= v.since AND t.at < v.till)`

/** Condition for entries about the person. */
export const AUDITED = [
  ...Object.entries(AUDITED_KINDS).flatMap(([kind, ids]) =>
    ids ? [`(t.object_type = '${kind}' AND t.object_id IN (${ids}))`] : [],
  ),
  `(${OF_VEHICLE})`,
].join(' OR ')

/** Condition for entries that the person signed: as a user, or as a customer who answered by a link and has no account. */
export const SIGNED = `t.user_id IN (SELECT id FROM pg_temp.person_users) OR (t.user_id IS NULL AND ${OF_VEHICLE}
  AND t.action IN ('consent.grant', 'consent.decline', 'consent.revoke', 'disclosure.end')
  AND (t.actor IN (SELECT name FROM pg_temp.person_names) OR t.actor IN ('Customer', 'Erased customer')))`
