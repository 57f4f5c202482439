import { marked, type Part } from './part.js'

const OWN = marked('businesses')
const IS_OWNED = `t.business_id IN ${OWN}`
/** Rows that belong to a vehicle. If such a row needs data of the vehicle's former owner, it may belong to that owner. */
const VEHICLE = { of: 'entity_id', isHidden: true } as const
const inStay = (column: string): string => `EXISTS (SELECT FROM pg_temp.moving_stays s
  WHERE s.device_id = t.device_id AND t.${column} >= s.since AND t.${column} < s.till)`
const IN_STAY = inStay('positioned_at')
const OWN_DEVICE = `t.device_id IN (SELECT d.id FROM devices d WHERE d.business_id IN ${OWN})`
const CASE = { of: 'case_id', isHidden: true } as const
/**
 * Rows of a business about a vehicle. If another business had the vehicle earlier, the rows from that time stay with the
 * other business.
 */
const OF_BUSINESS = { of: 'business_id', needs: 'entity_id' }

/** Tags that the business uses: tags of its vehicles, alert rules and tag groups, and parents of its own tags. */
const USED_TAGS = `SELECT l.tag_id FROM entity_tags l JOIN entities e ON e.id = l.entity_id WHERE e.business_id IN ${OWN}
  UNION SELECT l.tag_id FROM alert_rule_tags l JOIN alert_rules r ON r.id = l.rule_id WHERE r.business_id IN ${OWN}
  UNION SELECT l.tag_id FROM tag_group_tags l JOIN tag_groups g ON g.id = l.group_id WHERE g.business_id IN ${OWN}
  UNION SELECT o.parent_id FROM tags o WHERE o.business_id IN ${OWN}`

/** Returns the SQL for a value of a tracker. If the tracker belongs to another business now, the result is empty. */
const ownedOnly = (column: string): string => `CASE WHEN ${IS_OWNED} THEN t.${column} END`

/** Tables about vehicles and trackers, where they were, and what happened to them. */
export const VEHICLES: Readonly<Record<string, Part>> = {
  entities: { of: 'business_id' },
  entity_photos: VEHICLE,
  entity_imports: { of: 'business_id' },
  entity_subscriptions: VEHICLE,
  entity_tags: VEHICLE,
  tags: {
    rows: `${IS_OWNED} OR t.business_id IS NULL AND t.id IN (
      WITH used AS (${USED_TAGS}) SELECT tag_id FROM used UNION SELECT p.parent_id FROM tags p JOIN used ON used.tag_id = p.id)`,
    catalogue: { rows: 't.business_id IS NULL', same: ['id', 'name', 'type', 'business_id', 'parent_id', 'vehicle_type'] },
  },
  tag_groups: {
    rows: `${IS_OWNED} OR t.business_id IS NULL AND t.id IN (
      SELECT l.group_id FROM tag_group_tags l JOIN tags o ON o.id = l.tag_id WHERE o.business_id IN ${OWN})`,
    catalogue: { rows: 't.business_id IS NULL', same: ['id', 'name', 'business_id', 'holds_type'] },
  },
  tag_group_tags: {
    rows: `EXISTS (SELECT FROM tag_groups g, tags o
      WHERE g.id = t.group_id AND o.id = t.tag_id AND (g.business_id IN ${OWN} OR o.business_id IN ${OWN}))`,
  },
  devices: {
    rows: `${IS_OWNED} OR t.id IN (SELECT i.device_id FROM installations i JOIN entities e ON e.id = i.entity_id
      WHERE i.business_id IN ${OWN} AND e.business_id IN ${OWN})`,
    values: {
      business_id: `CASE WHEN ${IS_OWNED} THEN t.business_id ELSE (SELECT i.business_id FROM installations i
        WHERE i.device_id = t.id AND i.business_id IN ${OWN} ORDER BY i.installed_at DESC LIMIT 1) END`,
      ...Object.fromEntries(
        [
          ...['title', 'description', 'model', 'iccid', 'firmware_version', 'settings_crc', 'tracker_id', 'protocol'],
          ...['utc_offset_minutes', 'source_network', 'client_certificate', 'bound_protocol', 'speed_unit', 'returned_at'],
        ].map((column) => [column, ownedOnly(column)]),
      ),
      deleted_at: `CASE WHEN ${IS_OWNED} THEN t.deleted_at ELSE coalesce(t.deleted_at, (SELECT max(i.removed_at) FROM installations i
        WHERE i.device_id = t.id AND i.business_id IN ${OWN}), now()) END`,
    },
    because: 'a tracker that another business has by now comes as a deleted one, with its IMEI and its history here',
  },
  installations: OF_BUSINESS,
  // The last position of a tracker may come from a time when another business had the tracker.
  device_states: {
    rows: `${OWN_DEVICE} AND (${IS_OWNED} OR t.business_id IS NULL AND ${inStay('last_positioned_at')})
      AND (t.valid_positioned_at IS NULL OR ${inStay('valid_positioned_at')})`,
    after: ['waypoints'],
  },
  tracker_networks: { rows: `${OWN_DEVICE} AND ${inStay('first_at')}`, after: ['waypoints'] },
  tracker_disputes: OF_BUSINESS,
  doubted_senders: { of: 'business_id' },
  device_commands: OF_BUSINESS,
  device_updates: { of: 'business_id' },
  device_imports: { of: 'business_id' },
  history_imports: {
    ...OF_BUSINESS,
    values: {
      state: "CASE t.state WHEN 'undone' THEN 'undone' ELSE 'done' END",
      positions: 'NULL::bytea',
      finished_at: 'coalesce(t.finished_at, now())',
    },
    because:
      'an import that still runs comes as done with the positions that are stored, because its jobs stay here. It can be undone',
  },
  device_claims: { of: 'business_id' },
  device_challenges: { of: 'business_id' },
  device_deliveries: { of: 'business_id' },
  device_returns: OF_BUSINESS,
  device_return_photos: { of: 'return_id' },
  sims: { of: 'business_id' },
  waypoints: { rows: IN_STAY, after: ['devices', 'installations'], isByStay: true },
  waypoints_aside: { rows: IN_STAY, after: ['devices', 'installations'] },
  trips: OF_BUSINESS,
  trip_joins: OF_BUSINESS,
  trip_matches: { of: 'trip_id' },
  trip_purposes: { of: 'trip_id' },
  trip_recalculations: OF_BUSINESS,
  logbook_months: OF_BUSINESS,
  logbook_entries: { of: 'month_id' },
  logbook_corrections: { of: 'entry_id' },
  odometers: VEHICLE,
  odometer_readings: VEHICLE,
  geofences: { of: 'business_id' },
  alert_rules: { of: 'business_id' },
  alert_rule_geofences: { of: 'rule_id' },
  alert_rule_tags: { of: 'rule_id' },
  alert_rule_users: { of: 'rule_id' },
  alert_states: { of: 'installation_id' },
  alerts: { ...OF_BUSINESS, needs: 'entity_id geofence_id' },
  alert_tellings: { of: 'alert_id' },
  insurances: VEHICLE,
  insurance_documents: { of: 'insurance_id', isHidden: true },
  insurance_notices: { of: 'insurance_id', isHidden: true },
  maintenance_plans: { of: 'business_id' },
  maintenance_triggers: { of: 'plan_id' },
  maintenance_plan_entities: VEHICLE,
  maintenance_notifications: VEHICLE,
  maintenance_photos: { of: 'notification_id', isHidden: true },
  missing_cases: VEHICLE,
  missing_case_events: CASE,
  missing_case_movements: CASE,
  missing_case_photos: CASE,
  missing_case_reporting: CASE,
  orders: OF_BUSINESS,
  provider_payments: { of: 'order_id' },
  subscription_notices: { of: 'entity_subscription_id', isHidden: true },
  invoices: {
    of: 'business_id',
    needs: 'order_id',
    // Each invoice refers to the seller's previous invoice. An invoice is therefore exported only if all earlier invoices
    // of the seller are exported.
    only: `NOT EXISTS (SELECT FROM (SELECT o.seller_id, min(o.number) AS number FROM invoices o
        WHERE o.business_id NOT IN ${OWN} OR o.order_id NOT IN ${marked('orders')} GROUP BY o.seller_id) gap
      WHERE gap.seller_id = t.seller_id AND gap.number <= t.number)`,
  },

  entity_shares: { secret: 'links to vehicles: users make new ones' },
  missing_case_shares: { secret: 'links to missing vehicles: users make new ones' },
  trip_days: { rebuilt: 'sums of trips by day: the import adds them up again' },
  summary_zones: { rebuilt: 'time zones of those sums' },
  alert_batches: { stays: 'alerts that wait for evaluation' },
  alert_marks: { stays: 'alerts that wait for evaluation' },
  alert_news: { stays: 'alerts to be sent: this installation sends them' },
  alert_rulebook: { rebuilt: 'version of all alert rules' },
  alert_stay_changes: { rebuilt: 'changed installations, for consumers' },
  device_changes: { rebuilt: 'changed trackers, for gateways and consumers' },
  packets_aside: { stays: 'messages of unknown senders that wait for review' },
  unknown_devices: { stays: 'trackers that are not registered' },
  event_log: { stays: 'messages of trackers of the last seven days; what they report is in the positions' },
  event_log_groups: { stays: 'readers of the event log' },
  event_log_heads: { stays: 'ends of the event log' },
  event_log_leases: { stays: 'readers of the event log' },
  event_log_members: { stays: 'readers of the event log' },
  event_log_segments: { stays: 'parts of the event log' },
  event_log_topics: { stays: 'topics of the event log' },
  ingest_progress: { stays: 'progress of consumers' },
  geocoder_state: { stays: 'state of the geocoder' },
  road_matcher_state: { stays: 'state of the road matcher' },
  payment_provider_state: { stays: 'state of the payment provider' },
  imports: { stays: 'imports from Traccar into this installation' },
  imported_rows: { stays: 'rows of those imports, for their undo here' },
  imported_tracks: { stays: 'positions of those imports' },
  schema_migrations: { shared: 'migrations: both installations must have the same' },
}
