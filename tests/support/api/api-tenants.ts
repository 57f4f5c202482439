import { gzipSync } from 'node:zlib'
import type { Role } from '@roadbook/contracts'
import type pg from 'pg'
import { jpeg, jpegSegment } from '../pictures.js'

/** Helpers that insert rows for tests. Each returns the new id. */
export class Tenants {
  private imei = 356_307_042_440_000

  constructor(private readonly source: pg.Pool | { database: { pool: pg.Pool } }) {}

  get pool(): pg.Pool {
    return 'database' in this.source ? this.source.database.pool : this.source
  }

  private async id(text: string, values: unknown[]): Promise<number> {
    const { rows } = await this.pool.query<{ id: number }>(text, values)
    return Number(rows[0]?.id)
  }

  business(name: string, kind = 'vendor', parent: number | null = null): Promise<number> {
    return this.id('INSERT INTO businesses (name, kind, parent_id) VALUES ($1, $2, $3) RETURNING id', [name, kind, parent])
  }

  /** Adds a user who signs in with this e-mail address. Without a role the user is a reporter without any permission. */
  async user(email: string, role: Role, businessId: number | null, more: Record<string, unknown> = {}): Promise<number> {
    const columns = { first_name: 'Ada', last_name: 'Byron', email, business_id: businessId, ...more }
    const names = Object.keys(columns)
    const places = names.map((_, at) => `$${at + 2}`)
    return this.id(
      `INSERT INTO users (role_id, ${names.join(', ')}) SELECT id, ${places.join(', ')} FROM roles WHERE key = $1 RETURNING id`,
      [role, ...Object.values(columns)],
    )
  }

  grant(userId: number, permission: string): Promise<unknown> {
    return this.pool.query('INSERT INTO user_permissions VALUES ($1, $2)', [userId, permission])
  }

  entity(businessId: number, name: string, more: Record<string, unknown> = {}): Promise<number> {
    const columns = { business_id: businessId, name, vehicle_type: 'eBike', ...more }
    const places = Object.keys(columns).map((_, at) => `$${at + 1}`)
    return this.id(
      `INSERT INTO entities (${Object.keys(columns).join(', ')}) VALUES (${places.join(', ')}) RETURNING id`,
      Object.values(columns),
    )
  }

  consumer(businessId: number): Promise<number> {
    return this.id("INSERT INTO consumers (business_id, first_name, last_name) VALUES ($1, 'Con', 'Sumer') RETURNING id", [
      businessId,
    ])
  }

  /** Adds a message to all customers of a business, planned for next month. */
  notification(businessId: number, title: string): Promise<number> {
    return this.id(
      `INSERT INTO app_notifications (business_id, title, body, time_zone, planned_for, planned_at, audience)
       VALUES ($1, $2, $2, 'UTC', date_trunc('minute', now() AT TIME ZONE 'UTC' + interval '30 days'),
         date_trunc('minute', now() + interval '30 days'),
         '{"kind": "all", "tag_ids": [], "business_ids": [], "brand": null, "model": null, "consumer_ids": []}') RETURNING id`,
      [businessId, title],
    )
  }

  /** Adds a phone of a customer. */
  phone(consumerId: number, token: string): Promise<number> {
    return this.id(
      `INSERT INTO push_registrations (consumer_id, kind, address, address_hash)
       VALUES ($1, 'fcm', jsonb_build_object('token', $2::text), sha256(convert_to($2::text, 'UTF8'))) RETURNING id`,
      [consumerId, token],
    )
  }

  /** Adds a customer's phone as a recipient of a message. The message has not been sent to the phone yet. */
  async told(notificationId: number, consumerId: number, token: string): Promise<number> {
    return this.id(
      `INSERT INTO app_notification_recipients (notification_id, consumer_id, registration_id, kind, state)
       VALUES ($1, $2, $3, 'fcm', 'waiting') RETURNING id`,
      [notificationId, consumerId, await this.phone(consumerId, token)],
    )
  }

  /** Adds a tracker that a business has in stock. */
  async device(businessId: number, imei = String(++this.imei)): Promise<{ id: number; imei: string }> {
    return { id: await this.id('INSERT INTO devices (imei, business_id) VALUES ($1, $2) RETURNING id', [imei, businessId]), imei }
  }

  /** Adds a tracker installed on an entity since the beginning of 2024. */
  async install(businessId: number, entityId: number, given?: string): Promise<{ deviceId: number; imei: string }> {
    const { id: deviceId, imei } = await this.device(businessId, given)
    await this.id(
      "INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, '2024-01-01Z') RETURNING id",
      [deviceId, entityId, businessId],
    )
    return { deviceId, imei }
  }

  /** Marks every installation as verified, except that of one device, so that no check is pending. */
  async verifyInstallations(except = 0): Promise<void> {
    await this.pool.query(
      `UPDATE installations SET network_passed_at = now(), gps_passed_at = now(), position_passed_at = now(), verified_at = now()
       WHERE device_id <> $1`,
      [except],
    )
  }

  /** Writes the state of a device as the consumer process does. */
  async state(deviceId: number, at: Date, latitude = 49.4123456, longitude = 8.7101234): Promise<void> {
    await this.pool.query(
      `INSERT INTO device_states (device_id, imei, revision, entity_id, business_id, last_received_at, last_positioned_at,
         valid_positioned_at, latitude, longitude, speed_kph, heading, moving, last_activity_at, odometer_m)
       SELECT d.id, d.imei, 1, i.entity_id, i.business_id, $2, $2, $2, $3, $4, 18.5, 270, true, $2, 12345
       FROM devices d JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL WHERE d.id = $1
       ON CONFLICT (device_id) DO UPDATE SET last_received_at = $2, last_positioned_at = $2, valid_positioned_at = $2,
         latitude = $3, longitude = $4`,
      [deviceId, at, Math.round(latitude * 1e7), Math.round(longitude * 1e7)],
    )
  }

  /** Adds a trip of the device's present installation. */
  trip(
    deviceId: number,
    startedAt: string,
    endedAt: string,
    { distanceM = 1000, isOpen = false, arrivedAt }: { distanceM?: number; isOpen?: boolean; arrivedAt?: string } = {},
  ): Promise<number> {
    return this.id(
      `INSERT INTO trips (device_id, entity_id, business_id, started_at, ended_at, is_open, start_latitude, start_longitude,
         stop_latitude, stop_longitude, distance_m, average_speed_kph, max_speed_kph, idle_s, waypoint_count${arrivedAt ? ', arrived_at' : ''})
       SELECT device_id, entity_id, business_id, $2, $3, $4, 494000001, 87000001, 494100002, 87100002, $5, 17.25, 31, 0, 3${arrivedAt ? ', $6' : ''}
       FROM installations WHERE device_id = $1 AND removed_at IS NULL RETURNING id`,
      [deviceId, startedAt, endedAt, isOpen, distanceM, ...(arrivedAt ? [arrivedAt] : [])],
    )
  }

  /** Sets the road distance of a trip with its present start and end. */
  async matchTrip(tripId: number, distanceM: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO trip_matches (trip_id, started_at, ended_at, measured_m, waypoint_count, matched_at, distance_m)
       SELECT id, started_at, ended_at, distance_m, waypoint_count, now(), $2 FROM trips WHERE id = $1`,
      [tripId, distanceM],
    )
  }

  /** Adds a recalculation of a vehicle's trips. */
  tripRecalculation(entityId: number): Promise<number> {
    return this.id(
      `INSERT INTO trip_recalculations (entity_id, business_id, installation_ids, from_at, till_at, state, done_till, ended_at)
       SELECT id, business_id, '{}', '2025-06-01', '2025-07-01', 'done', '2025-07-01', now() FROM entities WHERE id = $1
       RETURNING id`,
      [entityId],
    )
  }

  /** Records that a user joined the trips of a tracker on one UTC day. These trips then count as one. */
  tripJoin(deviceId: number, day: string): Promise<number> {
    return this.id(
      `INSERT INTO trip_joins (device_id, entity_id, business_id, from_at, till_at)
       SELECT device_id, entity_id, business_id, $2::timestamptz, $2::timestamptz + interval '1 day' FROM installations
       WHERE device_id = $1 ORDER BY id DESC LIMIT 1 RETURNING id`,
      [deviceId, day],
    )
  }

  /** Adds a trip to a logbook whose month is closed, with a later correction. @returns the id of the entry in the logbook */
  async logTrip(tripId: number): Promise<number> {
    await this.pool.query("INSERT INTO trip_purposes (trip_id, purpose) VALUES ($1, 'business')", [tripId])
    const entry = await this.id(
      `WITH closed AS (
         INSERT INTO logbook_months (entity_id, business_id, month, time_zone)
         SELECT entity_id, business_id, date_trunc('month', started_at AT TIME ZONE 'UTC'), 'UTC' FROM trips WHERE id = $1
         ON CONFLICT (entity_id, business_id, month) DO UPDATE SET time_zone = 'UTC' RETURNING id
       )
       INSERT INTO logbook_entries (month_id, trip_id, started_at, ended_at, distance_m, purpose, said_at)
       SELECT closed.id, t.id, t.started_at, t.ended_at, t.distance_m, 'business', now() FROM trips t, closed WHERE t.id = $1
       RETURNING id`,
      [tripId],
    )
    await this.pool.query("INSERT INTO logbook_corrections (entry_id, purpose, reason) VALUES ($1, 'private', 'Typed wrongly')", [
      entry,
    ])
    return entry
  }

  async waypoint(deviceId: number, at: string, latitude: number, longitude: number, validity = 0): Promise<void> {
    await this.pool.query('SELECT make_waypoint_partition($1)', [at])
    await this.pool.query(
      `INSERT INTO waypoints (device_id, positioned_at, received_at, latitude, longitude, validity) VALUES ($1, $2, $2, $3, $4, $5)`,
      [deviceId, at, Math.round(latitude * 1e7), Math.round(longitude * 1e7), validity],
    )
  }

  /** Adds a job that a user of the business requested. */
  async job(businessId: number, userId: number | null = null): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      "INSERT INTO background_jobs (id, kind, requested_by, business_id) VALUES (gen_random_uuid(), 'send-mail', $1, $2) RETURNING id",
      [userId, businessId],
    )
    return rows[0]?.id ?? ''
  }

  /** Adds a tag of a business, or of everybody if `businessId` is null. */
  tag(name: string, type: string, businessId: number | null = null, parentId: number | null = null): Promise<number> {
    return this.id('INSERT INTO tags (name, type, business_id, parent_id) VALUES ($1, $2, $3, $4) RETURNING id', [
      name,
      type,
      businessId,
      parentId,
    ])
  }

  async tagGroup(name: string, businessId: number | null, tags: number[]): Promise<number> {
    const group = await this.id('INSERT INTO tag_groups (name, business_id) VALUES ($1, $2) RETURNING id', [name, businessId])
    await this.pool.query('INSERT INTO tag_group_tags SELECT $1, unnest($2::int[])', [group, tags])
    return group
  }

  carry(entityId: number, tagId: number): Promise<unknown> {
    return this.pool.query('INSERT INTO entity_tags (entity_id, tag_id) VALUES ($1, $2)', [entityId, tagId])
  }

  /** Adds a bulk change that a user made and could undo. */
  bulkChange(userId: number): Promise<number> {
    return this.id("INSERT INTO bulk_changes (user_id, changes) VALUES ($1, '[]') RETURNING id", [userId])
  }

  sim(businessId: number, iccid: string): Promise<number> {
    return this.id('INSERT INTO sims (business_id, iccid) VALUES ($1, $2) RETURNING id', [businessId, iccid])
  }

  /** Adds a connection that sends the device's IMEI, but is in doubt. It waits for a review by people. */
  doubtedSender(deviceId: number, columns: Record<string, string | number | Date> = {}): Promise<number> {
    const row = {
      reason: 'protocol',
      protocol: 'osmand',
      network: '203.0.113.0/24',
      first_at: new Date(),
      last_at: new Date(),
      ...columns,
    }
    const names = Object.keys(row)
    return this.id(
      `INSERT INTO doubted_senders (device_id, business_id, ${names.join(', ')})
       SELECT id, business_id, ${names.map((_, nth) => `$${nth + 2}`).join(', ')} FROM devices WHERE id = $1 RETURNING id`,
      [deviceId, ...Object.values(row)],
    )
  }

  deviceUpdate(deviceId: number, firmware: string): Promise<number> {
    return this.id(
      'INSERT INTO device_updates (device_id, business_id, to_firmware) SELECT id, business_id, $2 FROM devices WHERE id = $1 RETURNING id',
      [deviceId, firmware],
    )
  }

  /** Adds a business's claim to an IMEI, waiting for a decision. */
  deviceClaim(businessId: number, imei: string): Promise<number> {
    return this.id('INSERT INTO device_claims (business_id, imei) VALUES ($1, $2) RETURNING id', [businessId, imei])
  }

  /** Adds a claim with a running challenge, and a delivered tracker. */
  async possession(businessId: number): Promise<void> {
    const imei = String(++this.imei)
    const claim = await this.deviceClaim(businessId, imei)
    await this.pool.query(
      `INSERT INTO device_challenges (claim_id, imei, business_id, on_at, ends_at)
       VALUES ($1, $2, $3, now() + interval '1 minute', now() + interval '4 minutes')`,
      [claim, imei, businessId],
    )
    const delivered = await this.deliver(businessId, String(++this.imei))
    await this.pool.query('UPDATE device_deliveries SET tracker_id = right(imei, 10) WHERE id = $1', [delivered])
  }

  /**
   * Records that trackers were delivered to a business.
   * @param first IMEI of the first tracker
   * @param last IMEI of the last tracker, if all trackers from the first to the last were delivered
   * @returns the id of the last delivery
   */
  deliver(businessId: number, first: string, last = first): Promise<number> {
    return this.id(
      `INSERT INTO device_deliveries (business_id, imei) SELECT $1, lpad(n::text, 15, '0') FROM generate_series($2::bigint, $3::bigint) n
       ON CONFLICT (imei) DO UPDATE SET business_id = excluded.business_id RETURNING id`,
      [businessId, first, last],
    )
  }

  /** Adds a schedule of reports without a group. */
  reportSchedule(userId: number, businessId: number, name: string): Promise<number> {
    return this.id(
      `INSERT INTO report_schedules (name, user_id, business_id, mode, format, time_zone, every, recipients, next_run_at)
       VALUES ($1, $2, $3, 'all', 'csv', 'UTC', 'month', ARRAY[$2::int], now() + interval '1 day') RETURNING id`,
      [name, userId, businessId],
    )
  }

  /** Adds a completed report with its recipients. */
  async reportRequest(userId: number, recipients: readonly number[] = [userId]): Promise<number> {
    const request = await this.id(
      `INSERT INTO report_requests (user_id, kind, mode, format, time_zone, from_day, till_day, state, progress, rows, ended_at)
       VALUES ($1, 'multiple', 'all', 'csv', 'UTC', '2025-06-01', '2025-06-30', 'done', 100, 0, now()) RETURNING id`,
      [userId],
    )
    await this.pool.query('INSERT INTO report_recipients SELECT $1, unnest($2::int[])', [request, recipients])
    await this.pool.query(
      `INSERT INTO report_files (request_id, name, media_type, content, size_bytes, business_ids, expires_at)
       VALUES ($1, 'all.csv', 'text/csv; charset=utf-8', $2, 5, (SELECT ARRAY[business_id] FROM users WHERE id = $3), now() + interval '1 day')`,
      [request, gzipSync(`${userId}\r\n`), userId],
    )
    return request
  }

  entityImport(businessId: number): Promise<number> {
    return this.id('INSERT INTO entity_imports (business_id, finished_at) VALUES ($1, now()) RETURNING id', [businessId])
  }

  /** Adds an import of history that was finished long ago, without a tracker. */
  historyImport(businessId: number, entityId: number): Promise<number> {
    return this.id(
      `INSERT INTO history_imports (business_id, entity_id, entity_name, file_name, format, digest, state, points, left_out, first_at, last_at, finished_at)
       VALUES ($1, $2, 'Van', 'track.gpx', 'gpx', encode(sha256('walk'), 'hex'), 'done', 1, 0, '2025-05-01', '2025-05-01', now()) RETURNING id`,
      [businessId, entityId],
    )
  }

  deviceImport(businessId: number): Promise<number> {
    return this.id('INSERT INTO device_imports (business_id, created_count) VALUES ($1, 0) RETURNING id', [businessId])
  }

  installPreset(userId: number, name: string): Promise<number> {
    return this.id('INSERT INTO install_presets (user_id, name) VALUES ($1, $2) RETURNING id', [userId, name])
  }

  /** Adds a device that its business sends back. */
  async deviceReturn(deviceId: number): Promise<number> {
    return this.id(
      `INSERT INTO device_returns (device_id, imei, business_id, reason, replacement_wanted, ship_name, ship_address,
         ship_postcode, ship_city, ship_country)
       SELECT d.id, d.imei, b.id, 'defective', false, b.name, 'Street 1', '1234', 'Town', 'NL'
       FROM devices d JOIN businesses b ON b.id = d.business_id WHERE d.id = $1 RETURNING id`,
      [deviceId],
    )
  }

  returnPhoto(returnId: number): Promise<number> {
    return this.id(
      `INSERT INTO device_return_photos (return_id, place, media_type, content)
       VALUES ($1::int, 1, 'image/jpeg', '\\xffd8ff'::bytea || convert_to($1::text, 'UTF8')) RETURNING id`,
      [returnId],
    )
  }

  /** Adds a business's maintenance plan with one trigger: every 500 km. */
  maintenancePlan(businessId: number, title: string, active = true): Promise<number> {
    return this.id(
      `WITH plan AS (INSERT INTO maintenance_plans (business_id, title, active) VALUES ($1, $2, $3) RETURNING id)
       INSERT INTO maintenance_triggers (plan_id, name, value, metric) SELECT id, $2, 500, 'kilometers' FROM plan RETURNING plan_id AS id`,
      [businessId, title, active],
    )
  }

  /** Adds another trigger to a plan, by default every month. */
  maintenanceTrigger(planId: number, name: string, value = 1, metric = 'months'): Promise<number> {
    return this.id('INSERT INTO maintenance_triggers (plan_id, name, value, metric) VALUES ($1, $2, $3, $4) RETURNING id', [
      ...[planId, name, value, metric],
    ])
  }

  maintain(planId: number, entityId: number): Promise<unknown> {
    return this.pool.query('INSERT INTO maintenance_plan_entities (plan_id, entity_id) VALUES ($1, $2)', [planId, entityId])
  }

  /** Adds a notification of the plan's trigger. */
  maintenanceNotification(planId: number, entityId: number, status = 'open'): Promise<number> {
    return this.id(
      `INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, status, completed_at, restarted_at)
       SELECT $2, plan_id, id, $3, CASE $3 WHEN 'done' THEN now() END, CASE WHEN $3 <> 'open' THEN now() END
       FROM maintenance_triggers WHERE plan_id = $1 RETURNING id`,
      [planId, entityId, status],
    )
  }

  maintenancePhoto(notificationId: number): Promise<number> {
    return this.id(
      `INSERT INTO maintenance_photos (notification_id, place, media_type, content)
       VALUES ($1::int, 1, 'image/jpeg', '\\xffd8ff'::bytea || convert_to($1::text, 'UTF8')) RETURNING id`,
      [notificationId],
    )
  }

  /**
   * Adds a link to a calendar.
   * @returns the secret of the link
   */
  async calendarLink(userId: number): Promise<string> {
    const secret = `calendar of ${userId}`
    await this.pool.query('INSERT INTO maintenance_calendar_links (user_id, secret_hash) VALUES ($1, sha256($2::text::bytea))', [
      userId,
      secret,
    ])
    return secret
  }

  /** Adds a file that a user requested and that is too large for a mail. */
  async exportedFile(userId: number, name: string): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      `INSERT INTO exported_files (id, user_id, name, content, business_ids, expires_at)
       SELECT gen_random_uuid(), u.id, $2, $3, ARRAY[u.business_id], now() + interval '1 day' FROM users u WHERE u.id = $1 RETURNING id`,
      [userId, name, gzipSync(name)],
    )
    return rows[0]?.id ?? ''
  }

  openCase(entityId: number): Promise<number> {
    return this.id('INSERT INTO missing_cases (entity_id) VALUES ($1) RETURNING id', [entityId])
  }

  /** Adds a link to a vehicle that is valid for an hour. */
  vehicleShare(entityId: number): Promise<number> {
    return this.id(
      `INSERT INTO entity_shares (entity_id, business_id, token_hash, expires_at)
       SELECT id, business_id, sha256(('vehicle ' || id)::bytea), now() + interval '1 hour' FROM entities WHERE id = $1 RETURNING id`,
      [entityId],
    )
  }

  /** Adds the number of vehicles that needed attention `ago` days ago, by need. */
  async needDay(businessId: number, ago: number, vehicles: Readonly<Record<string, number>>): Promise<void> {
    await this.pool.query(
      "INSERT INTO need_days (business_id, day, vehicles) VALUES ($1, (now() AT TIME ZONE 'UTC')::date - $2::int, $3)",
      [businessId, ago, vehicles],
    )
  }

  /** Adds a circle with a radius of 500 m, by default around the centre of Vaduz. */
  geofence(businessId: number, name: string, latitude = 47.141, longitude = 9.521): Promise<number> {
    const shape = { type: 'Point', coordinates: [longitude, latitude] }
    return this.id(
      `INSERT INTO geofences (business_id, name, kind, shape, reach_m, south, north, west, east)
       VALUES ($1, $2, 'circle', $3, 500, $4::float8 - 0.005, $4::float8 + 0.005, $5::float8 - 0.007, $5::float8 + 0.007) RETURNING id`,
      [businessId, name, shape, latitude, longitude],
    )
  }

  /** Adds a rule that raises an alert when a vehicle leaves one of these geofences. */
  async alertRule(businessId: number, name: string, geofenceIds: readonly number[] = []): Promise<number> {
    const id = await this.id(
      "INSERT INTO alert_rules (business_id, name, kind, time_zone) VALUES ($1, $2, 'exit', 'Europe/Vaduz') RETURNING id",
      [businessId, name],
    )
    await this.pool.query('INSERT INTO alert_rule_geofences (rule_id, geofence_id) SELECT $1, unnest($2::int[])', [
      id,
      geofenceIds,
    ])
    return id
  }

  /** Adds an alert of a vehicle with a tracker. @returns the id of the alert */
  async alert(ruleId: number, entityId: number, deviceId: number, beganAt = new Date(), geofenceId?: number): Promise<string> {
    const { rows } = await this.pool.query<{ id: string }>(
      `INSERT INTO alerts (id, rule_id, rule_revision, geofence_id, kind, business_id, entity_id, device_id, began_at, latitude, longitude)
       SELECT gen_random_uuid(), r.id, r.revision, $5::int, r.kind, e.business_id, e.id, $3::int, $4::timestamptz, 47.141, 9.521
       FROM alert_rules r, entities e WHERE r.id = $1 AND e.id = $2 RETURNING id`,
      [ruleId, entityId, deviceId, beganAt, geofenceId ?? null],
    )
    return rows[0]?.id ?? ''
  }

  /** Adds one row of each kind to a case's room. @returns the id of the photo */
  async caseRoom(caseId: number, deviceId: number): Promise<number> {
    await this.pool.query("INSERT INTO missing_case_events (case_id, kind, note) VALUES ($1, 'noted', 'Seen at the station')", [
      caseId,
    ])
    await this.pool.query(
      `INSERT INTO missing_case_shares (case_id, business_id, token_hash, expires_at)
       SELECT m.id, e.business_id, sha256(m.id::text::bytea), now() + interval '1 hour'
       FROM missing_cases m JOIN entities e ON e.id = m.entity_id WHERE m.id = $1`,
      [caseId],
    )
    await this.pool.query("INSERT INTO missing_case_reporting (case_id, device_id, state) VALUES ($1, $2, 'impossible')", [
      caseId,
      deviceId,
    ])
    await this.pool.query(
      `INSERT INTO missing_case_movements (case_id, device_id, started_at, ended_at, is_late, told_at)
       VALUES ($1, $2, now() - interval '1 hour', now(), FALSE, now())`,
      [caseId, deviceId],
    )
    return this.id('INSERT INTO missing_case_photos (case_id, content) VALUES ($1, $2) RETURNING id', [
      caseId,
      jpeg({ beside: jpegSegment(0xfe, String(caseId)) }),
    ])
  }

  /** Adds a photo of a vehicle. */
  vehiclePhoto(entityId: number): Promise<number> {
    return this.id("INSERT INTO entity_photos (entity_id, media_type, content) VALUES ($1, 'image/jpeg', $2) RETURNING id", [
      entityId,
      jpeg({ beside: jpegSegment(0xfe, `vehicle ${entityId}`) }),
    ])
  }

  /** Adds a product of a business. */
  subscription(businessId: number, title = 'Recovery'): Promise<number> {
    return this.id(
      "INSERT INTO subscriptions (business_id, title, default_price_minor, period) VALUES ($1, $2, 5900, 'year') RETURNING id",
      [businessId, title],
    )
  }

  /** Offers a product to a business and the businesses below it. */
  async attach(businessId: number, subscriptionId: number): Promise<void> {
    await this.pool.query('INSERT INTO business_subscriptions (business_id, subscription_id) VALUES ($1, $2)', [
      businessId,
      subscriptionId,
    ])
  }

  /** Subscribes a vehicle, from 400 days ago. */
  subscribe(entityId: number, subscriptionId: number, more: { endsAt?: string; status?: string } = {}): Promise<number> {
    return this.id(
      `INSERT INTO entity_subscriptions (entity_id, subscription_id, starts_at, ends_at, status)
       VALUES ($1, $2, now() - interval '400 days', $3, $4) RETURNING id`,
      [entityId, subscriptionId, more.endsAt ?? null, more.status ?? 'active'],
    )
  }

  /** Adds an order of a vehicle's subscription for the next period, with the product's business as the seller. */
  order(entityId: number, subscriptionId: number, more: { status?: string } = {}): Promise<number> {
    const { status = 'open' } = more
    return this.id(
      `INSERT INTO orders (business_id, seller_id, entity_id, subscription_id, entity_name, title, period, grace_days, currency,
         price_minor, status, method, paid_at)
       SELECT e.business_id, s.business_id, e.id, s.id, e.name, s.title, s.period, s.grace_days, s.currency, s.default_price_minor, $3,
         CASE $3 WHEN 'paid' THEN 'book' END, CASE $3 WHEN 'paid' THEN now() END
       FROM entities e, subscriptions s WHERE e.id = $1 AND s.id = $2 RETURNING id`,
      [entityId, subscriptionId, status],
    )
  }

  /** Adds a seller's first invoice and a party record of the business, by default for a new order. */
  async invoice(businessId: number, entityId: number, subscriptionId: number, orderId?: number): Promise<number> {
    const order = orderId ?? (await this.order(entityId, subscriptionId))
    await this.pool.query(
      `INSERT INTO invoice_parties (business_id, name, address, postcode, city, country, vat_number, locale)
       VALUES ($1::int, 'Business ' || $1::text, 'Weg 1', '9490', 'Vaduz', 'LI', NULL, 'de')`,
      [businessId],
    )
    return this.id(
      `INSERT INTO invoices (seller_id, business_id, order_id, number, prefix, issued_on, locale, seller, buyer, title, entity_name,
         period, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment)
       SELECT o.seller_id, o.business_id, o.id, 1, '', now(), 'de', to_jsonb(p), to_jsonb(p), o.title, o.entity_name, o.period, o.currency,
         o.price_minor, 0, 0, 'none'
       FROM orders o JOIN invoice_parties p ON p.business_id = $2 WHERE o.id = $1 RETURNING id`,
      [order, businessId],
    )
  }

  /** Adds an open payment of an order at a provider. */
  providerPayment(orderId: number): Promise<number> {
    return this.id(
      `INSERT INTO provider_payments (order_id, business_id, provider, ref, currency, amount_minor)
       SELECT id, business_id, 'mollie', 'tr_' || id, currency, total_minor FROM orders WHERE id = $1 RETURNING id`,
      [orderId],
    )
  }

  /** Adds an insurance of a vehicle that began a year ago. By default it ends 20 days from today. */
  insure(entityId: number, more: { endsIn?: number | null; coverage?: string; insurer?: string } = {}): Promise<number> {
    const { endsIn = 20, coverage = 'comprehensive', insurer = 'Velosure' } = more
    return this.id(
      `INSERT INTO insurances (entity_id, insurer, policy_number, coverage, starts_on, ends_on)
       SELECT $1::int, $2, 'P-' || $1::int, $3, today - 365, today + $4::int
       FROM (SELECT (now() AT TIME ZONE 'Europe/Amsterdam')::date AS today) clock RETURNING id`,
      [entityId, insurer, coverage, endsIn],
    )
  }

  /** Adds a document and the notice to managers that the insurance will end. */
  async insuranceDocument(insuranceId: number): Promise<number> {
    await this.pool.query("INSERT INTO insurance_notices (insurance_id, kind, ends_on) VALUES ($1, 'week', now())", [insuranceId])
    return this.id(
      `INSERT INTO insurance_documents (insurance_id, name, media_type, content)
       VALUES ($1::int, 'Policy', 'application/pdf', convert_to('%PDF-1.7 ' || $1::text, 'UTF8')) RETURNING id`,
      [insuranceId],
    )
  }

  consent(entityId: number): Promise<number> {
    return this.id(
      "INSERT INTO consents (entity_id, granted_at, expires_at) VALUES ($1, now() - interval '1 minute', now() + interval '1 hour') RETURNING id",
      [entityId],
    )
  }

  /** Adds a webhook. By default it subscribes only to test events. Its secret is not usable. */
  webhook(
    businessId: number,
    { kinds = ['test'], url = 'https://receiver.example/roadbook', includesBelow = true }: WebhookOfTenant = {},
  ): Promise<number> {
    return this.id(
      `INSERT INTO webhooks (business_id, name, url, kinds, includes_below, secret)
       VALUES ($1::int, 'Leasing of ' || $1::int, $2, $3, $4, 'sealed') RETURNING id`,
      [businessId, url, kinds, includesBelow],
    )
  }

  /** Adds a pending test delivery. It is due next week, so that it is not sent during the test. */
  webhookDelivery(webhookId: number): Promise<number> {
    return this.id(
      `WITH told AS (
         INSERT INTO webhook_events (business_id, kind, happened_at, subject, body)
         SELECT business_id, 'test', now(), 'test:' || gen_random_uuid(), '{}' FROM webhooks WHERE id = $1 RETURNING id
       )
       INSERT INTO webhook_deliveries (webhook_id, event_id, next_at) SELECT $1, id, now() + interval '7 days' FROM told RETURNING id`,
      [webhookId],
    )
  }
}

interface WebhookOfTenant {
  kinds?: readonly string[]
  url?: string
  includesBelow?: boolean
}
