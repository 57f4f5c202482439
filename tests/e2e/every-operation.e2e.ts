import { expect } from '@playwright/test'
import { isProofOf } from '@roadbook/testing/proof'
import { Tenants } from '../support/api/api-tenants.js'
import { nameOf, operations } from '../support/api/api-walk.js'
import { aWalk, ELSEWHERE, type Said, succeed } from '../support/api/succeeding-walk.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import { addPerson, bearerOf, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const ROLES = ['manager', 'super-admin'] as const
const closed = operations.filter(({ isPublic }) => !isPublic)
/**
 * Operations that call another process while the caller waits. With a double in its place all their tests passed, although two
 * never worked.
 */
const ASKS_IDENTITY = /users\/\{id\}\/(invitation|reset-link|temporary-password|second-factor)/
/** Operations to call: all in the proof; in `npm test` those above and one in twenty. */
const walked = closed.filter(({ path }, at) => isProofOf('browser') || at % 20 === 0 || ASKS_IDENTITY.test(path))

test.describe('every operation of the API', () => {
  test('succeeds for somebody on the product as it is started, and leaves no job that failed', async ({ product, page }) => {
    test.setTimeout(600_000)
    const first = await addBusiness(product.pool, 'Walkers')
    const walker = await addPerson(product, {
      email: 'walker@walk.example',
      role: 'manager',
      businessId: first,
      firstName: 'Wal',
    })
    const authorization = await bearerOf(page, () => signIn(page, product, walker))
    await page.close()
    const tenants = new Tenants(product.pool)
    const caller = await idOf(walker)
    /** Changes the caller's role and business. Rights are read at each request, so one sign-in suffices. */
    const become = (role: string, business: number | null) =>
      product.pool.query('UPDATE users SET business_id = $2, role_id = (SELECT id FROM roles WHERE key = $3) WHERE id = $1', [
        ...[caller, business, role],
      ])
    const call = async (method: string, path: string, body?: unknown): Promise<Said> => {
      const answer = await fetch(`${product.portalUrl}/api/v1${path}`, {
        method,
        headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : { data: {} } }
    }

    const waitingJobs = async () => {
      const { rows } = await product.pool.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM jobs.job_common WHERE state < 'completed' AND start_after <= now()",
      )
      return rows[0]?.count
    }

    const failed: string[] = []
    for (const [nth, operation] of walked.entries()) {
      const name = nameOf(operation)
      if (name in ELSEWHERE) continue
      const answers: string[] = []
      for (const [place, role] of ROLES.entries()) {
        await become('manager', first)
        const walk = await aWalk(tenants, nth * ROLES.length + place, { caller, call })
        await become(role, role === 'manager' ? Number(walk.own.business) : null)
        const { status, body } = await succeed(walk, operation)
        // Requested jobs, such as exports, run with the rights at that time, so they must end before the next change of role.
        await expect.poll(waitingJobs).toBe(0)
        if (status >= 200 && status < 300) break
        answers.push(`${role}: ${status} ${body.detail ?? ''}`)
      }
      if (answers.length === ROLES.length) failed.push(`${name}: ${answers.join('; ')}`)
    }
    expect(failed).toEqual([])

    const jobs = await product.pool.query(
      "SELECT DISTINCT name, left(output::text, 400) AS why FROM jobs.job_common WHERE state = 'failed'",
    )
    expect(jobs.rows).toEqual([])

    async function idOf({ email }: Credentials): Promise<number> {
      const { rows } = await product.pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])
      return rows[0]?.id ?? 0
    }
  })

  test('is followed by jobs by the clock that end well', { tag: '@browser' }, async ({ product: { pool } }) => {
    test.setTimeout(300_000)
    const began = (await pool.query<{ now: Date }>('SELECT now()')).rows[0]?.now
    const crons = new Map<string, string>()
    /** Schedules every declared job once a minute from now on. */
    const hurried = async () => {
      const { rows } = await pool.query<{ name: string; cron: string }>('SELECT name, cron FROM jobs.schedule ORDER BY name')
      for (const { name, cron } of rows) if (!crons.has(name)) crons.set(name, cron)
      await pool.query("UPDATE jobs.schedule SET cron = '* * * * *'")
      return rows.map(({ name }) => name)
    }
    const ended = async (state: string) => {
      const { rows } = await pool.query<{ name: string }>(
        'SELECT DISTINCT name FROM jobs.job_common WHERE state::text = $1 AND created_on >= $2 AND name = ANY ($3)',
        [state, began, [...crons.keys()]],
      )
      return new Set(rows.map(({ name }) => name))
    }
    /** Number of jobs that run in every product. Those for a geocoder, roads and payments need a service of the operator's. */
    const DECLARED = 14
    try {
      const missing = async () => {
        const names = await hurried()
        const done = await ended('completed')
        return names.length < DECLARED ? ['more kinds'] : names.filter((name) => !done.has(name))
      }
      await expect.poll(missing, { timeout: 240_000 }).toEqual([])
      expect([...(await ended('failed')), ...(await ended('retry'))]).toEqual([])
    } finally {
      // Other tests share the product.
      await pool.query(
        'UPDATE jobs.schedule s SET cron = given.cron FROM unnest($1::text[], $2::text[]) given (name, cron) WHERE s.name = given.name',
        [[...crons.keys()], [...crons.values()]],
      )
    }
  })

  test('that is done elsewhere is one', () => {
    const names = closed.map(nameOf)
    expect(Object.keys(ELSEWHERE).filter((name) => !names.includes(name))).toEqual([])
  })
})
