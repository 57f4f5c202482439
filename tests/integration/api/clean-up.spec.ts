import { apiForTests } from '../../support/api/api-for-tests.js'
import { JobClock } from '../../support/api/job-clock.js'

const CLEAN_UP = 'clean-up-jobs'
/**
 * Statements that add a row to each table. The row's age is counted from the given time. Reports have their own test
 * (report-schedules).
 */
const KEPT = [
  {
    table: 'background_jobs',
    since: 'created_at',
    days: 30,
    row: "(id, kind, created_at) VALUES (gen_random_uuid(), 'tidy', $1)",
  },
  {
    table: 'outgoing_mails',
    since: 'created_at',
    days: 30,
    row: "(id, template, locale, created_at) VALUES (gen_random_uuid(), 'tidy', 'en', $1)",
  },
  {
    table: 'exported_files',
    since: 'expires_at',
    days: 0,
    row: "(id, user_id, name, expires_at) SELECT gen_random_uuid(), id, 'tidy', $1 FROM users LIMIT 1",
  },
  { table: 'ended_sessions', since: 'ended_at', days: 7, row: '(session_id, ended_at) VALUES (gen_random_uuid(), $1)' },
  {
    table: 'push_registrations',
    since: 'last_seen_at',
    days: 365,
    row: `(user_id, kind, address, address_hash, last_seen_at)
      SELECT id, 'fcm', '{}', sha256(gen_random_uuid()::text::bytea), $1 FROM users LIMIT 1`,
  },
]

describe('what is kept for a time', () => {
  let clock: JobClock
  afterAll(() => clock.stop())
  const { api, tenants } = apiForTests({ API_WORK: 'all', JOBS_POLL_S: '1' })
  beforeAll(async () => {
    await tenants.user('reader@x.example', 'reporter', await tenants.business('Fleet'))
    clock = await JobClock.open(api.database, CLEAN_UP)
  })

  it.each(KEPT)('is gone after its days, and not before: $table', async ({ table, since, days, row }) => {
    const [old, young] = [days * 1_440 + 1, days * 1_440 - 60].map((minutes) => new Date(Date.now() - minutes * 60_000))
    for (const moment of [old, young]) await api.database.pool.query(`INSERT INTO ${table} ${row}`, [moment])
    await clock.strike(CLEAN_UP)
    const left = await api.rows<{ since: Date }>(`SELECT ${since} AS since FROM ${table} WHERE ${since} = ANY ($1)`, [
      [old, young],
    ])
    expect(left).toEqual([{ since: young }])
  })
})
