import { expect, type Page } from '@playwright/test'
import { isProofOf } from '@roadbook/testing/proof'
import { Tenants } from '../support/api/api-tenants.js'
import { nameOf, operations } from '../support/api/api-walk.js'
import { aWalk, ELSEWHERE, type Said, succeed } from '../support/api/succeeding-walk.js'
import { addBusiness } from '../support/database/tenant-fixture.js'
import { addPerson, type Credentials, signIn } from './support/people.js'
import { test } from './support/test.js'

const ROLES = ['manager', 'super-admin'] as const
const closed = operations.filter(({ isPublic }) => !isPublic)
/** What asks another process while its caller waits: with a double in its place, each of them was green and two never worked. */
const ASKS_IDENTITY = /users\/\{id\}\/(invitation|reset-link|temporary-password|second-factor)/
/** All of them in the proof; in `npm test` those and one in twenty. */
const walked = closed.filter(({ path }, at) => isProofOf('browser') || at % 20 === 0 || ASKS_IDENTITY.test(path))

test.describe('every operation of the API', () => {
  test('succeeds for somebody on the product as it is started, and leaves no job that failed', async ({ product, page }) => {
    test.setTimeout(600_000)
    const first = await addBusiness(product.pool, 'Walkers')
    const walker = await addPerson(product, {
      ...{ email: 'walker@walk.example', role: 'manager', businessId: first, firstName: 'Wal' },
    })
    const authorization = await bearerOf(page, () => signIn(page, product, walker))
    await page.close()
    const tenants = new Tenants(product.pool)
    const caller = await idOf(walker)
    /** Rights are read at each request: one sign-in is anybody. */
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
        // What was asked for is made with the rights of then.
        if (operation.method !== 'GET') await expect.poll(waitingJobs).toBe(0)
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

  test('that is done elsewhere is one', () => {
    const names = closed.map(nameOf)
    expect(Object.keys(ELSEWHERE).filter((name) => !names.includes(name))).toEqual([])
  })
})

/** What the portal sends with its requests once somebody has signed in. */
async function bearerOf(page: Page, enter: () => Promise<void>): Promise<string> {
  const sent = page.waitForRequest((request) => request.url().includes('/api/v1/') && 'authorization' in request.headers())
  await enter()
  return (await sent).headers().authorization ?? ''
}
