// Operators run another PostgreSQL than the embedded one. These suites run on Debian's PostgreSQL with its defaults.
import pg from 'pg'
import { inProof } from '@roadbook/testing/proof'
import { type DebianPostgres, hasDebianPostgres, startDebianPostgres } from '../../support/database/debian-postgres.js'

/** Declares the tests of another file by loading it. */
function suiteOf(name: string): void {
  // With an import, the file would be loaded before the server has started.
  // oxlint-disable-next-line typescript/no-require-imports
  require(`../api/${name}.spec.js`)
}

const withDebian = hasDebianPostgres() ? describe : describe.skip

withDebian("Debian's PostgreSQL", () => {
  const ours = process.env.TEST_POSTGRES_URL
  let server: DebianPostgres
  beforeAll(async () => {
    server = await startDebianPostgres()
    process.env.TEST_POSTGRES_URL = server.url
  })
  afterAll(async () => {
    process.env.TEST_POSTGRES_URL = ours
    await server.stop()
  })

  // Only in the proof, because all orders and criteria of all lists take long: `npm run proof walks`.
  inProof('walks', () => {
    describe('each list', () => suiteOf('lists-every'))
    describe('search', () => suiteOf('search'))
    describe('reports', () => suiteOf('reports'))
    describe('what vehicles need', () => suiteOf('dashboard'))
    describe('services', () => suiteOf('maintenance-services'))
  })
  describe('lists', () => suiteOf('lists'))
  describe('jobs', () => suiteOf('jobs'))

  it('compiled none of all these statements, which takes it seconds each', async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    const { rows: settings } = await client.query('SHOW jit')
    // Statements of the superuser are left out, because they are those of the tests.
    const { rows: compiled } = await client.query(`SELECT r.rolname, s.calls, s.query FROM pg_stat_statements s
      JOIN pg_roles r ON r.oid = s.userid WHERE s.jit_functions > 0 AND NOT r.rolsuper`)
    const { rows: counted } = await client.query(`SELECT count(*)::int AS statements FROM pg_stat_statements s
      JOIN pg_roles r ON r.oid = s.userid WHERE NOT r.rolsuper`)
    await client.end()
    expect(settings).toEqual([{ jit: 'on' }])
    expect(compiled).toEqual([])
    expect(counted[0].statements).toBeGreaterThan(200)
  })
})
