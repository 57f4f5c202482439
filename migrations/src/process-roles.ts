import type { Ask } from './timescale.js'

type Rights = Readonly<Record<string, string>>

/**
 * Rights that users of the event log need on its tables. They need no right to create or drop segments, because functions
 * do this.
 */
const EVENT_LOG: Rights = {
  event_log: 'SELECT, INSERT',
  event_log_topics: 'SELECT',
  event_log_segments: 'SELECT',
  event_log_heads: 'SELECT, UPDATE',
  event_log_groups: 'SELECT, INSERT, UPDATE, DELETE',
  event_log_members: 'SELECT, INSERT, UPDATE, DELETE',
  event_log_leases: 'SELECT, INSERT, UPDATE, DELETE',
}

const ALL = 'SELECT, INSERT, UPDATE, DELETE'

/**
 * Roles with which processes sign in, and their rights in the schema `public`. These roles own no objects, so they cannot
 * drop any. They cannot take another role, except `roadbook_web`, which takes `roadbook_api` for each request.
 */
export const PROCESS_ROLES: Readonly<Record<string, { processes: string; rights: Rights; schemas?: readonly string[] }>> = {
  roadbook_ingest: {
    processes: 'gateway and consumer',
    rights: {
      ...EVENT_LOG,
      businesses: 'SELECT',
      entities: 'SELECT',
      devices: 'SELECT, UPDATE',
      installations: 'SELECT, UPDATE',
      trip_rests_in_force: 'SELECT',
      trip_recalculations: 'SELECT, UPDATE',
      trip_joins: 'SELECT',
      device_states: ALL,
      device_commands: 'SELECT, INSERT, UPDATE',
      trips: ALL,
      waypoints: ALL,
      waypoints_aside: ALL,
      ingest_progress: ALL,
      unknown_devices: ALL,
      doubted_senders: ALL,
      packets_aside: ALL,
      tracker_networks: ALL,
      tracker_disputes: ALL,
      geofences: 'SELECT',
      alert_rules: 'SELECT',
      alert_rule_geofences: 'SELECT',
      alert_rule_tags: 'SELECT',
      alert_rule_users: 'SELECT',
      entity_tags: 'SELECT',
      alerts: ALL,
      alert_marks: ALL,
      alert_batches: ALL,
      alert_stay_changes: 'SELECT, INSERT, DELETE',
      device_changes: 'SELECT, DELETE',
      alert_states: ALL,
      alert_news: ALL,
      alert_rulebook: 'SELECT',
    },
  },
  // Requests take the role roadbook_api and see only their tenants. Other work of the process covers all tenants: it
  // authenticates callers, runs jobs and serves the live channel.
  roadbook_web: { processes: 'api', rights: EVENT_LOG },
  roadbook_identity: {
    processes: 'identity',
    schemas: ['identity'],
    rights: {
      users:
        'SELECT (id, issuer, subject, business_id, role_id, email, first_name, last_name, locale, deleted_at), ' +
        'INSERT (issuer, subject, business_id, role_id, email, first_name, last_name, locale), UPDATE (tokens_valid_from)',
      // For setting a new password. The user's tokens are then revoked, and their number is reported.
      api_tokens: 'SELECT (id, user_id, revoked_at, expires_at), UPDATE (revoked_at)',
      roles: 'SELECT',
      ended_sessions: 'SELECT, INSERT',
      password_reset_requests: 'INSERT',
      audit_log: 'INSERT',
      request_counts: ALL,
    },
  },
  roadbook_mailbox: { processes: 'mailbox', schemas: ['mailbox'], rights: {} },
}

/** Tables on which `roadbook_web` does not have all rights. */
const NOT_THE_WEBS: Rights = {
  ...EVENT_LOG,
  schema_migrations: '',
  ingest_progress: '',
  device_changes: '',
  backups: 'SELECT',
  imports: '',
  imported_rows: '',
  imported_tracks: '',
  waypoints: '',
  waypoints_aside: '',
  device_states: 'SELECT',
  trips: 'SELECT',
  trip_days: 'SELECT',
  trip_recalculations: 'SELECT, INSERT',
  summary_zones: 'SELECT',
  audit_log: 'SELECT, INSERT',
  logbook_months: 'SELECT, INSERT',
  logbook_entries: 'SELECT, INSERT',
  logbook_corrections: 'SELECT, INSERT',
}

/** Functions that create and drop tables for roles that may not do this themselves, each with the roles that call it. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  event_log_make_topic: ['roadbook_ingest', 'roadbook_web'],
  event_log_make_segments: ['roadbook_ingest', 'roadbook_web'],
  event_log_drop_segment: ['roadbook_ingest', 'roadbook_web'],
  make_waypoint_partition: ['roadbook_ingest'],
  make_waypoint_partitions: ['roadbook_ingest'],
  drop_expired_waypoints: ['roadbook_ingest'],
  close_waypoint_week: ['roadbook_ingest'],
  compress_next_waypoints: ['roadbook_ingest'],
  keep_summary_zones: ['roadbook_web'],
  keep_push: ['roadbook_web'],
  webhook_tell: ['roadbook_ingest', 'roadbook_web'],
}

/**
 * Creates the roles if this is allowed, and grants each role its present rights. It runs after every migration. A new table
 * therefore has exactly the intended rights. If a role is missing and cannot be created, it is skipped, and its processes
 * sign in as the owner.
 */
export async function grantProcessRights(ask: Ask): Promise<void> {
  await ask('BEGIN')
  try {
    const roles = await makeRoles(ask)
    await ask(QUEUE_SCHEMA)
    await makersFor(ask, roles)
    const tables = await ask<Table>(TABLES)
    for (const role of roles) {
      const { rights, schemas = [] } = PROCESS_ROLES[role]!
      const own =
        role === 'roadbook_web' ? Object.fromEntries(tables.map(({ name }) => [name, NOT_THE_WEBS[name] ?? ALL])) : rights
      await ask(`GRANT USAGE ON SCHEMA ${['public', ...schemas].join(', ')} TO ${role}`)
      await ask(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`)
      for (const schema of schemas) await ask(`GRANT ${ALL} ON ALL TABLES IN SCHEMA ${schema} TO ${role}`)
      for (const { name, is_secured, policies } of tables) {
        const right = own[name]
        if (!right) continue
        await ask(`GRANT ${right} ON public.${name} TO ${role}`)
        const policy = `process_${role}`
        if (is_secured && !policies.includes(policy))
          await ask(`CREATE POLICY ${policy} ON public.${name} TO ${role} USING (true) WITH CHECK (true)`)
      }
    }
    if (roles.includes('roadbook_web')) await ask(WEB)
    await ask('COMMIT')
  } catch (error) {
    await ask('ROLLBACK')
    throw error
  }
}

interface Table {
  name: string
  is_secured: boolean
  policies: string[]
}

const TABLES = `SELECT c.relname::text AS name, c.relrowsecurity AS is_secured,
    ARRAY(SELECT polname::text FROM pg_policy WHERE polrelid = c.oid) AS policies
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
    AND pg_has_role(c.relowner, 'MEMBER') ORDER BY 1`

/**
 * Creates missing roles.
 * @returns the roles that exist afterwards
 */
async function makeRoles(ask: Ask): Promise<string[]> {
  const names = Object.keys(PROCESS_ROLES)
  const [me] = await ask<{ may: boolean; is_super: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS may, rolsuper AS is_super FROM pg_roles WHERE rolname = current_user',
  )
  const there = async () =>
    (await ask<{ name: string }>('SELECT rolname::text AS name FROM pg_roles WHERE rolname = ANY ($1)', [names])).map(
      ({ name }) => name,
    )
  const before = await there()
  if (!me?.may) return before
  // Another database of the cluster may create the same roles at this moment.
  for (const name of names.filter((one) => !before.includes(one)))
    await ask(`DO $$ BEGIN CREATE ROLE ${name} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
  // The role that runs the queue's library owns the library's tables. Only a member of that role can change the owner of
  // the tables.
  if (!me.is_super)
    await ask(`DO $$ BEGIN
      EXECUTE format('GRANT roadbook_web TO %I', current_user);
    EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`)
  return there()
}

async function makersFor(ask: Ask, roles: readonly string[]): Promise<void> {
  const functions = await ask<{ name: string; signature: string }>(
    `SELECT proname::text AS name, oid::regprocedure::text AS signature FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND proname = ANY ($1)`,
    [Object.keys(MAKERS)],
  )
  for (const { name, signature } of functions) {
    await ask(`ALTER FUNCTION ${signature} SECURITY DEFINER SET search_path = public, pg_temp`)
    await ask(`REVOKE ALL ON FUNCTION ${signature} FROM PUBLIC`)
    const callers = MAKERS[name]!.filter((role) => roles.includes(role))
    if (callers.length > 0) await ask(`GRANT EXECUTE ON FUNCTION ${signature} TO ${callers.join(', ')}`)
  }
}

/**
 * Schema of the queue. The queue's library creates and updates its tables itself, so the tables belong to the role of the
 * process that runs the library.
 */
const QUEUE_SCHEMA = `CREATE SCHEMA IF NOT EXISTS jobs; REVOKE ALL ON SCHEMA jobs FROM PUBLIC`

const WEB = `
DO $$ BEGIN
  IF NOT pg_has_role('roadbook_web', 'roadbook_api', 'MEMBER') THEN GRANT roadbook_api TO roadbook_web; END IF;
END $$;
-- It lets requests in once the tables are there.
GRANT ALL ON SCHEMA jobs TO roadbook_web WITH GRANT OPTION;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO roadbook_web;
DO $$
DECLARE
  statement text;
BEGIN
  IF NOT pg_has_role(current_user, 'roadbook_web', 'MEMBER') THEN RETURN; END IF;
  FOR statement IN
    SELECT format('ALTER TABLE %s OWNER TO roadbook_web', oid::regclass) FROM pg_class
    WHERE relnamespace = 'jobs'::regnamespace AND relkind IN ('r', 'p', 'v') AND relowner <> 'roadbook_web'::regrole
    UNION ALL
    SELECT format('ALTER FUNCTION %s OWNER TO roadbook_web', oid::regprocedure) FROM pg_proc
    WHERE pronamespace = 'jobs'::regnamespace AND proowner <> 'roadbook_web'::regrole
    UNION ALL
    SELECT format('ALTER TYPE %s OWNER TO roadbook_web', oid::regtype) FROM pg_type
    WHERE typnamespace = 'jobs'::regnamespace AND typtype IN ('e', 'd') AND typowner <> 'roadbook_web'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
END $$`
