import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiProcess } from '../../support/api/api-process.js'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { ADMIN_SECRET } from '../../support/api/users-rig.js'
import { until } from '@roadbook/testing/until'

const BOSS = 'boss@ours.example'

/** The administration interface of an identity provider, which keeps its accounts in memory. */
class AccountsDouble {
  readonly accounts = new Map<string, { email: string }>()
  /** If set, called after an account was made. The caller then gets no answer. */
  onMade: (() => void) | undefined
  readonly #server: Server = createServer(
    (request, response) => void this.answer(request.method ?? '', request.url ?? '', request, response),
  )

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  private async answer(
    method: string,
    url: string,
    request: AsyncIterable<Buffer>,
    response: { writeHead: (status: number, headers?: Record<string, string>) => unknown; end: (text?: string) => unknown },
  ): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const [, , key = '', what] = url.split('/')
    const isKnown = this.accounts.has(key)
    if (method === 'DELETE' && !what) this.accounts.delete(key)
    if (method === 'PUT' && !what) {
      this.accounts.set(key, JSON.parse(Buffer.concat(chunks).toString()) as { email: string })
      if (this.onMade) return this.onMade()
    }
    response.writeHead(method === 'GET' && !isKnown ? 404 : 200, { 'content-type': 'application/json' })
    response.end('{}')
  }
}

describe('an API that is killed while it invites somebody', () => {
  let database: TestDatabase
  let issuer: TestIssuer
  let mails: MailBench
  let directory: AccountsDouble
  let business: number
  let process: ApiProcess

  beforeAll(async () => {
    database = await createTestDatabase()
    issuer = await TestIssuer.start()
    mails = await MailBench.start(database.urlOf('mailbox'), database.pool)
    const tenants = new Tenants(database.pool)
    business = await tenants.business('Ours')
    await tenants.user(BOSS, 'manager', business)
  })
  beforeEach(async () => {
    directory = new AccountsDouble()
    await directory.start()
    process = new ApiProcess(database, {
      OIDC_ISSUER: issuer.url,
      IDENTITY_ADMIN_URL: directory.url,
      IDENTITY_ADMIN_SECRET: ADMIN_SECRET,
    })
  })
  afterEach(async () => {
    await process.kill()
    directory.stop()
  })
  afterAll(async () => {
    await mails.stop()
    await issuer.stop()
    await database.drop()
  })

  const invite = async (email: string) =>
    fetch(`${process.url}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await issuer.tokenOf(BOSS)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Dora', last_name: 'Dealer', email, role_name: 'dealer', parent: business }),
    })
  const count = async (text: string, values: unknown[] = []) => Number((await database.pool.query(text, values)).rows[0]?.count)
  const usersNamed = (email: string) => count('SELECT count(*) FROM users WHERE email = $1', [email])

  it('G-16 between account and user leaves neither, and the same invitation then makes one of each', async () => {
    const email = 'half@ours.example'
    await process.start({ SMTP_URL: mails.smtpUrl })
    directory.onMade = () => void process.interrupt()
    await expect(invite(email)).rejects.toThrow()
    directory.onMade = undefined
    expect(directory.accounts.size).toBe(1)
    expect(await usersNamed(email)).toBe(0)
    // Simulates that the two minutes have passed in which an account must be made.
    await database.pool.query('UPDATE identity_changes SET not_before = now()')
    await process.start({ SMTP_URL: mails.smtpUrl })
    await until('the account is gone', () => directory.accounts.size === 0)
    await until('no change of an account waits', () => count('SELECT count(*) FROM identity_changes'), {
      fits: (changes) => changes === 0,
    })
    expect((await invite(email)).status).toBe(200)
    await mails.arrived(email)
    expect([directory.accounts.size, await usersNamed(email), (await mails.received(email)).length]).toEqual([1, 1, 1])
  })

  it('G-16 after the user is stored and before the mail went out sends that one mail when it is back', async () => {
    const email = 'late@ours.example'
    await process.start({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const answer = (await (await invite(email)).json()) as { data: { temporary_password: string } }
    await process.kill()
    expect(await mails.received(email)).toEqual([])
    await process.start({ SMTP_URL: mails.smtpUrl })
    const [mail, ...others] = await mails.arrived(email)
    expect(others).toEqual([])
    expect(mail?.text).toContain(answer.data.temporary_password)
    expect([directory.accounts.size, await usersNamed(email)]).toEqual([1, 1])
  })
})
