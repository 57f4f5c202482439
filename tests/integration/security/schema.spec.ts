import { RequestDatabase } from '@roadbook/api/database/request-database'
import { Sql } from '@roadbook/api/database/sql'
import { populateForCatalogue, READERS } from '../../support/api/catalogue-rows.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

/**
 * Tables without a tenant, each with the reason why everybody may read it. The test fails if a table is not in this list
 * and has no row security.
 */
const EVERYBODYS: Record<string, string> = {
  roles: 'names of the five roles; who has which is in users',
  role_permissions: 'the role map, which every portal shows; written by super admins alone',
  summary_zones: 'names of time zones whose days are kept',
  webhook_kinds: 'what webhooks can listen to',
}
/**
 * Functions that bypass row security because they have the rights of their owner. Each function checks the scope itself,
 * and another suite tests this.
 */
const DEFINERS: Record<string, string> = {
  waypoints_in_scope: 'waypoints have no business of their own; checks the device’s installations',
  stored_waypoints_in_scope: 'as waypoints_in_scope, with all that the readings say, to count alerts',
  last_waypoint_in_scope: 'likewise, the newest alone',
  days_of_waypoints_in_scope: 'on how many days devices of businesses in scope sent how much; of others it counts nothing',
  geofences_of_rules: 'geofences of a business in scope, of those above it, whose alerts it gets, and of those below it',
  device_periods_in_scope: 'when a device was elsewhere, without saying where',
  device_fixes_in_scope: 'as waypoints_in_scope, and only since others last had the device',
  device_online_hours_in_scope: 'hours in which the device was heard, under the same conditions',
  business_path: 'names above a business in scope',
  sub_vendors_in_scope: 'the vendor above each business in scope',
  scope_line_ids: 'ids of the businesses above those in scope, whose tags hold below them',
  delivered_imeis: 'which of these IMEIs were delivered to a business in scope, or above it',
  delivered_tracker_ids: 'likewise, and what they call themselves',
  tracker_ids_of_others: 'which of these numbers, of trackers that a business in scope may register, somebody else has',
  last_answer_of: 'for who sees every business alone: who answered a challenge',
  last_word_of: 'for who sees every business alone: the watch over a challenge',
  sub_vendors_of: 'the vendor above each of these businesses that is in scope',
  link_catalogue_tags: 'brand and model tags of entities in scope, chosen among their own line’s',
  business_recovers: 'whether a contract above covers a business in scope',
  move_business_contents: 'refuses businesses outside the scope itself',
  device_heard_at: 'when a tracker of a business in scope was heard last, to judge an installation',
  installation_customer: 'whom to tell that a tracker came off their vehicle, which may be of another business by now',
  move_fixes_in_scope: 'to judge whether a tracker moved, which alone is told',
  move_origin_in_scope: 'likewise, where it was before',
  move_is_doubted: 'likewise, whether somebody else may have shown it',
  entity_set_odometer: 'sets what a vehicle in scope has ridden; tells nothing',
  trip_odometers_in_scope: 'of trips in scope; as waypoints_in_scope, and only of the tracker that is on the vehicle now',
  maker_still_may: 'whether who made a link of a business in scope may still make it; tells nothing else of them',
  may_be_told: 'whether what a tracker said at a moment may be told in scope, as DeviceVisibility says of its periods',
  is_at_or_below: 'whether a user in scope stands at or below another one, whose report they were sent',
  trip_rests_of: 'which rest ends a trip at a business in scope, and which business above it says so',
  vehicles_holding: 'ids of vehicles in scope whose search key holds a text, by an index that row security would bar',
  next_invoice_number: 'of a seller in scope: the number that follows its last one, of whomever that was',
  history_occupied: 'when trackers were on a vehicle in scope, without saying which or where',
  is_history_tracker: 'whether a tracker stands for an imported file; tells nothing else of it',
  history_import_begin: 'gives an import in scope its tracker and stays; tells nothing',
  history_import_computed: 'up to which position of an import in scope trips are computed',
  history_import_stored: 'how many positions of an import in scope are stored',
  history_import_is_noted: 'whether people wrote about trips of an import in scope',
  history_import_stop: 'stops an import in scope that is being undone; tells nothing',
  history_import_forget: 'removes what an import in scope that is being undone has brought',
  background_job_state: 'how a job in scope stands; payloads stay out of sight',
}

/**
 * Tables with data of a tracker, and the mechanism that hides a customer's movement in each (G-106, G-107). A new table must be
 * added here.
 */
const OF_TRACKERS: Record<string, string> = {
  alerts: 'policy moved',
  trips: 'policy moved',
  trip_days: 'policy moved',
  trip_matches: 'of a trip',
  trip_purposes: 'of a trip',
  logbook_entries: 'written by hand of trips that were told; a month is read where its vehicle may be seen',
  device_commands: 'answers by may_be_told',
  told_newest: 'a view that masks',
  told_states: 'a view that masks',
  told_states_of_cases: 'a view that masks',
  device_signs: 'a view that masks',
  missing_case_movements: 'told while its case is open',
  missing_case_reporting: 'what was asked of it',
  device_challenges: 'what was asked of it, and who answered, for who sees every business',
  device_updates: 'what was asked of it',
  device_claims: 'what people wrote',
  device_deliveries: 'what people wrote',
  device_returns: 'what people wrote',
  history_imports: 'what people sent: the file of an import, and the tracker that stands for it, which nobody sees',
  trip_joins: 'what people wrote',
  devices: 'what people wrote',
  installations: 'what people wrote',
  sims: 'what people wrote',
  user_devices: 'what people wrote',
  doubted_senders: 'who claimed to be it, and not where it was',
  tracker_disputes: 'who claimed to be it, and not where it was',
  tracker_networks: 'who claimed to be it, and not where it was',
  unknown_devices: 'nobody’s yet',
}

let database: TestDatabase
let requests: RequestDatabase
let ours: number
let theirs: number

beforeAll(async () => {
  database = await createTestDatabase()
  requests = new RequestDatabase(database.pool)
  const tenants = new Tenants(database.pool)
  ours = await populateForCatalogue(tenants, 'ours')
  theirs = await populateForCatalogue(tenants, 'theirs')
})
afterAll(() => database.drop())

const ask = async <T extends object>(text: string): Promise<T[]> => (await database.pool.query<T>(text)).rows

/** Returns tables and views with at least one column that the role may use. */
const reachable = () =>
  ask<{ name: string; kind: 'r' | 'p' | 'v' | 'm'; secured: boolean; invoker: boolean }>(`
    SELECT c.relname AS name, c.relkind AS kind, c.relrowsecurity AS secured,
      coalesce(array_to_string(c.reloptions, ',') LIKE '%security_invoker=true%', false) AS invoker
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'jobs')
      AND (has_table_privilege('roadbook_api', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')
        OR has_any_column_privilege('roadbook_api', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES'))
    ORDER BY 1`)

/** Returns the columns of a relation for which the role has this privilege. */
const columns = async (relation: string, privilege: string) =>
  (
    await ask<{ name: string }>(`SELECT attname AS name FROM pg_attribute WHERE attrelid = '${relation}'::regclass AND attnum > 0
      AND NOT attisdropped AND has_column_privilege('roadbook_api', attrelid, attnum, '${privilege}') ORDER BY attnum`)
  ).map(({ name }) => name)

const raw = (text: string) => new Sql([text], [])
const rowsOf = async (scope: readonly number[] | 'all', relation: string, but = 'false'): Promise<string[]> => {
  const names = (await columns(relation, 'SELECT')).join(', ')
  const text = `SELECT row_to_json(t)::text AS row FROM (SELECT ${names} FROM ${relation} WHERE NOT (${but})) t`
  return (await requests.read(scope, (one) => one.rows<{ row: string }>(raw(text)))).map(({ row }) => row)
}

describe('the role that serves requests (S2)', () => {
  it('S2 is no owner and no superuser, logs in nowhere, goes round no policy and makes nothing', async () => {
    const [role] = await ask(`SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreatedb, rolcreaterole, rolreplication,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS roles,
        (SELECT array_agg(nspname::text) FROM pg_namespace WHERE has_schema_privilege(r.oid, oid, 'CREATE')) AS creates_in,
        (SELECT array_agg(nspname::text ORDER BY nspname) FROM pg_namespace WHERE has_schema_privilege(r.oid, oid, 'USAGE')
          AND nspname NOT IN ('pg_catalog', 'information_schema')) AS uses
      FROM pg_roles r WHERE rolname = 'roadbook_api'`)
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      owned: 0,
      roles: 0,
      creates_in: null,
      uses: ['jobs', 'public'],
    })
  })

  it('S2 reaches no table without row security, but those that are nobody’s', async () => {
    const open = (await reachable()).filter(({ kind, secured }) => (kind === 'r' || kind === 'p') && !secured)
    expect(open.map(({ name }) => name).filter((name) => !(name in EVERYBODYS))).toEqual([])
    const writable = await ask<{ name: string }>(`SELECT relname AS name FROM pg_class
      WHERE relname = ANY (ARRAY['${open.map(({ name }) => name).join("', '")}'])
        AND has_table_privilege('roadbook_api', oid, 'INSERT, UPDATE, DELETE')`)
    expect(writable).toEqual([])
  })

  it('M2c knows of each table that keeps something of a tracker what holds it where a customer’s movement is hidden', async () => {
    const kept = await ask<{ name: string }>(`SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE a.attname IN ('device_id', 'trip_id', 'imei') AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
        AND n.nspname = 'public' AND has_column_privilege('roadbook_api', c.oid, a.attnum, 'SELECT') GROUP BY 1 ORDER BY 1`)
    expect(kept.map(({ name }) => name)).toEqual(Object.keys(OF_TRACKERS).sort())
    const heldBy = (what: string) => Object.keys(OF_TRACKERS).filter((name) => OF_TRACKERS[name] === what)
    const policies = await ask<{
      name: string
      policy: string
      rule: string
    }>(`SELECT tablename AS name, policyname AS policy, qual AS rule
      FROM pg_policies WHERE policyname = 'moved' AND permissive = 'RESTRICTIVE' OR qual LIKE '%FROM trips %' ORDER BY 1`)
    const named = (wanted: (one: { policy: string }) => boolean) => policies.filter(wanted).map(({ name }) => name)
    expect(named(({ policy }) => policy === 'moved')).toEqual(heldBy('policy moved').sort())
    expect(named(({ policy }) => policy !== 'moved')).toEqual(heldBy('of a trip').sort())
  })

  it('S2 puts jobs into the queue, and reads neither what they are about nor what became of them', async () => {
    const may = await ask<{ name: string; column: string | null; right: string }>(`
      SELECT table_name AS name, NULL AS column, privilege_type AS right FROM information_schema.role_table_grants
      WHERE grantee IN ('roadbook_api', 'PUBLIC') AND table_schema = 'jobs'
      UNION SELECT table_name, column_name, privilege_type FROM information_schema.role_column_grants c
      WHERE grantee IN ('roadbook_api', 'PUBLIC') AND table_schema = 'jobs' AND NOT EXISTS (SELECT FROM information_schema.role_table_grants t
        WHERE (t.table_schema, t.table_name, t.grantee, t.privilege_type) = (c.table_schema, c.table_name, c.grantee, c.privilege_type))
      ORDER BY 1, 2, 3`)
    expect(may).toEqual([
      { name: 'job_common', column: 'group_id', right: 'SELECT' },
      { name: 'job_common', column: 'id', right: 'SELECT' },
      { name: 'job_common', column: 'name', right: 'SELECT' },
      { name: 'job_common', column: 'start_after', right: 'SELECT' },
      { name: 'job_common', column: 'state', right: 'SELECT' },
      { name: 'job_common', column: null, right: 'INSERT' },
      { name: 'queue', column: null, right: 'SELECT' },
    ])
  })

  it('S2 reads views with its own rights, but those that are bound to the scope inside and tell less than their table', async () => {
    const views = (await reachable()).filter(({ kind }) => kind === 'v' || kind === 'm')
    expect(views.filter(({ invoker }) => !invoker).map(({ name }) => name)).toEqual([
      'device_signs',
      'told_newest',
      'told_states',
      'told_states_of_cases',
    ])
    const told = await ask<{ bound: boolean; barred: boolean; open: boolean }>(`
      SELECT pg_get_viewdef(oid) LIKE '%scope_is_all()%OR%scope_ids()%' AS bound, 'security_barrier=true' = ANY (reloptions) AS barred,
        has_table_privilege('roadbook_api', 'device_states', 'SELECT') AS open
      FROM pg_class WHERE relname LIKE 'told\\_%' OR relname = 'device_signs'`)
    expect(told).toEqual(Array(4).fill({ bound: true, barred: true, open: false }))
  })

  it('S2 calls no function with other rights but those that are bound to the scope inside', async () => {
    const functions = await ask<{ name: string; path: string | null }>(`SELECT proname AS name,
        array_to_string(proconfig, ',') AS path FROM pg_proc
      WHERE prosecdef AND prorettype <> 'trigger'::regtype AND has_function_privilege('roadbook_api', oid, 'EXECUTE')
        AND pronamespace <> 'pg_catalog'::regnamespace`)
    expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(DEFINERS).sort())
    // Without this, a table with the same name in another schema could be read instead.
    expect(functions.filter(({ path }) => !path?.startsWith('search_path=pg_catalog'))).toEqual([])
  })
})

describe('a statement that forgot its tenant (S2)', () => {
  it('S2 finds in no table, by whatever column it may read, one row of another tenant', async () => {
    for (const { name } of await reachable()) {
      if (name in EVERYBODYS || (await columns(name, 'SELECT')).length === 0) continue
      const but = READERS.shared[name]
      const [own, foreign] = [await rowsOf([ours], name, but), await rowsOf([theirs], name, but)]
      const isOperators = READERS.operatorsOnly.includes(name)
      const proof = {
        name,
        // The test shows something only if both tenants have rows. If they do not, add some in
        // tests/support/api/catalogue-rows.ts.
        isProven: isOperators ? (await rowsOf('all', name)).length > 0 : own.length > 0 && foreign.length > 0,
        shared: isOperators ? [...own, ...foreign] : own.filter((row) => foreign.includes(row)),
        withoutScope: await rowsOf([], name),
      }
      expect(proof).toEqual({ name, isProven: true, shared: [], withoutScope: [] })
    }
  })

  it('S2 changes and deletes in no table one row of another tenant', async () => {
    for (const { name, kind } of await reachable()) {
      if (kind !== 'r' && kind !== 'p') continue
      const [column] = await columns(name, 'UPDATE')
      const attempts = [
        ...(column ? [`UPDATE ${name} SET ${column} = ${column}`] : []),
        ...((await ask<{ may: boolean }>(`SELECT has_table_privilege('roadbook_api', '${name}', 'DELETE') AS may`))[0]?.may
          ? [`DELETE FROM ${name}`]
          : []),
      ]
      for (const attempt of attempts) {
        const touched = await touchedForeignRows(name, attempt)
        expect([attempt, touched]).toEqual([attempt, []])
      }
    }
  })

  it('S2 hands no row over to another tenant', async () => {
    const owned = await ask<{ name: string }>(`SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'business_id' AND c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
        AND has_column_privilege('roadbook_api', c.oid, a.attnum, 'UPDATE') ORDER BY 1`)
    expect(owned.length).toBeGreaterThan(3)
    for (const { name } of owned) {
      const handOver = requests.write([ours], (one) => one.rows(raw(`UPDATE ${name} SET business_id = ${theirs} RETURNING 1`)))
      if (READERS.operatorsOnly.includes(name)) expect([name, await handOver]).toEqual([name, []])
      else await expect(handOver).rejects.toThrow(/row-level security|violates/)
    }
  })
})

/** Runs a statement of our tenant and rolls it back. Returns the rows of other tenants that the statement has reached. */
async function touchedForeignRows(table: string, statement: string): Promise<string[]> {
  const client = await database.pool.connect()
  const names = (await columns(table, 'SELECT')).join(', ')
  const read = async (place = '') => {
    const text = `SELECT ${place}(SELECT row_to_json(r)::text FROM (SELECT ${names}) r) AS row FROM ${table}`
    return (await client.query<{ row: string }>(text)).rows.map(({ row }) => row)
  }
  const asOurs = () => client.query(`SET LOCAL ROLE roadbook_api; SET LOCAL roadbook.scope = '${ours}'`)
  try {
    // Foreign keys are switched off, because only the row's owner matters here.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    // The position of a row (ctid) changes with every write, even if the values stay the same.
    const before = await read(`ctid::text || `)
    await asOurs()
    const visible = new Set(await read())
    await client.query('SAVEPOINT before')
    await client.query(statement).catch(() => client.query('ROLLBACK TO before'))
    await client.query('RESET ROLE')
    const after = new Set(await read(`ctid::text || `))
    return before.filter((row) => !after.has(row) && !visible.has(row.replace(/^\([\d,]+\)/, '')))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}
