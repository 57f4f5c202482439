import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { MailOrder } from '@roadbook/api/mail/index'
import { ApiProcess } from '../../support/api/api-process.js'
import { JobBench } from '../../support/api/job-bench.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { until } from '@roadbook/testing/until'

const invitation = (to: string, more: Partial<MailOrder<'invitation'>> = {}): MailOrder<'invitation'> => ({
  to,
  locale: 'de',
  template: 'invitation',
  values: {
    firstName: 'Grace',
    invitedBy: 'Ada Byron',
    businessName: 'Räder <& Mehr>',
    link: 'https://roadbook.example/invitation/secret-canary-1',
    expiresAt: '2026-11-24T10:00:00Z',
  },
  ...more,
})

describe('mail', () => {
  let database: TestDatabase
  let mails: MailBench
  const benches: JobBench[] = []
  const start = async (environment: Record<string, string> = {}, sendsMail = true) => {
    const bench = await JobBench.start(
      { DATABASE_URL: database.urlOf('web'), SMTP_URL: mails.smtpUrl, ...environment },
      undefined,
      sendsMail,
    )
    benches.push(bench)
    return bench
  }
  beforeAll(async () => {
    database = await createTestDatabase()
    mails = await MailBench.start(database.urlOf('mailbox'), database.pool)
  })
  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.stop()
  })
  afterAll(async () => {
    await mails.stop()
    await database.drop()
  })

  it('G-16 reaches the invited dealer in their language, as text and as HTML, with the link', async () => {
    const bench = await start({ MAIL_FROM: 'Roadbook Zürich <hallo@roadbook.example>' })
    const job = await bench.mail(invitation('grace@dealer.example'))
    expect(await bench.until(job, 'done', 'failed')).toMatchObject({ state: 'done', attempts: 1, reason: null })
    const [mail, ...others] = await mails.received('grace@dealer.example')
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Ada Byron lädt Sie zu Roadbook ein')
    expect(mail?.from).toMatchObject({ name: 'Roadbook Zürich', address: 'hallo@roadbook.example' })
    // A name may contain text that looks like markup. It is neutralised in plain text, too, because some mail clients
    // render it.
    expect(mail?.text).toContain('Räder ‹& Mehr›')
    expect(mail?.text).toContain('https://roadbook.example/invitation/secret-canary-1')
    expect(mail?.html).toContain('Räder &lt;&amp; Mehr&gt;')
    expect(mail?.html).toContain('href="https://roadbook.example/invitation/secret-canary-1"')
  })

  it('R-158 brings a CSV file along, byte for byte', async () => {
    const bench = await start()
    const content = '\uFEFFname;Straße\r\n"O\'Neil";"a;b"\r\n'
    const job = await bench.mail({
      to: 'manager@dealer.example',
      locale: 'nl',
      template: 'csv-attached',
      values: { firstName: 'Joe', listName: 'Voertuigen', rowCount: 12345, link: 'https://roadbook.example/' },
      attachments: [{ fileName: 'Voertuigen é.csv', contentType: 'text/csv; charset=utf-8', content }],
    })
    await bench.until(job, 'done')
    const [mail] = await mails.received('manager@dealer.example')
    expect(mail?.text).toContain('12.345 regels')
    expect(mail?.attachments[0]?.filename).toBe('Voertuigen é.csv')
    expect(Buffer.from(new Uint8Array(mail?.attachments[0]?.content as ArrayBuffer)).toString()).toBe(content)
  })

  it('S18 lies nowhere in the database in readable form while it waits, and not at all when it was sent', async () => {
    const waiting = await start({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const job = await waiting.mail(invitation('canary@dealer.example'))
    const found = async () => {
      const { rows } = await database.pool.query<{ dump: string }>(
        `SELECT string_agg(t, ' ') AS dump FROM (
           SELECT m::text AS t FROM outgoing_mails m UNION ALL SELECT encode(sealed, 'escape') FROM outgoing_mails
           UNION ALL SELECT j::text FROM jobs.job j UNION ALL SELECT b::text FROM background_jobs b) all_rows`,
      )
      return ['secret-canary', 'canary@dealer.example', 'Grace'].filter((secret) => rows[0]?.dump.includes(secret))
    }
    expect(await found()).toEqual([])
    await waiting.stop()
    benches.splice(benches.indexOf(waiting), 1)
    const bench = await start()
    await bench.until(job, 'done')
    expect(await found()).toEqual([])
    const { rows } = await database.pool.query('SELECT 1 FROM outgoing_mails WHERE sent_at IS NOT NULL AND sealed IS NOT NULL')
    expect(rows).toEqual([])
  })

  it('F20 waits while the mail server is away and arrives when it is back', async () => {
    const bench = await start()
    let job = ''
    await mails.restartAfter(async () => {
      job = await bench.mail(invitation('patient@dealer.example'))
      const failed = await until('the first attempt has failed', () => bench.stateOf(job), {
        fits: ({ reason }) => reason !== null,
      })
      expect(failed).toMatchObject({ state: 'queued', reason: expect.stringContaining('cannot be reached') })
    })
    expect((await bench.until(job, 'done', 'failed')).state).toBe('done')
    expect(await mails.received('patient@dealer.example')).toHaveLength(1)
  })

  it('F20 ends in a state that says why when the mail server stays away', async () => {
    const bench = await start({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_ATTEMPTS: '2' })
    const job = await bench.mail(invitation('nobody@dealer.example'))
    expect(await bench.until(job, 'done', 'failed')).toEqual({
      state: 'failed',
      attempts: 2,
      reason: expect.stringContaining('The mail server cannot be reached (E'),
    })
  })

  it('S12 refuses line ends in an address, a subject and a file name, and leaves nothing behind', async () => {
    const bench = await start()
    const count = async () => (await database.pool.query('SELECT count(*) FROM outgoing_mails')).rows[0].count
    const before = await count()
    const values = invitation('x@y.example').values
    const file = { contentType: 'text/csv', content: '' }
    const attempts = [
      invitation('a@b.example\r\nBcc: all@others.example'),
      invitation('a@b.example, c@d.example'),
      invitation('Name <a@b.example>'),
      invitation('a@b.example', { values: { ...values, invitedBy: 'Eve\r\nBcc: all@others.example' } }),
      invitation('a@b.example', { values: { ...values, link: 'javascript:alert(1)' } }),
      invitation('a@b.example', { attachments: [{ ...file, fileName: '../../etc/passwd' }] }),
      invitation('a@b.example', { attachments: [{ ...file, fileName: 'a.csv\r\nX: y' }] }),
    ]
    for (const attempt of attempts) await expect(bench.mail(attempt)).rejects.toMatchObject({ kind: 'invalid' })
    expect(await count()).toBe(before)
  })

  it('is not left behind by a write that was rolled back', async () => {
    const bench = await start()
    await expect(
      bench.write(async (transaction) => {
        await bench.mailer.send(transaction, invitation('undone@dealer.example'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    const last = await bench.mail(invitation('last@dealer.example'))
    await bench.until(last, 'done')
    expect(await mails.received('undone@dealer.example')).toEqual([])
  })
})

describe('an API process that is killed while it sends a mail', () => {
  let database: TestDatabase
  let mails: MailBench
  let wire: Server
  let child: ApiProcess | undefined

  beforeAll(async () => {
    database = await createTestDatabase()
    mails = await MailBench.start(database.urlOf('mailbox'), database.pool)
  })
  afterAll(async () => {
    await child?.kill()
    wire?.close()
    await mails.stop()
    await database.drop()
  })

  it('F3 has its mail sent by another one, and the reader gets it once', async () => {
    // This relay delivers the mail, but drops the confirmation.
    const target = Number(new URL(mails.smtpUrl).port)
    wire = createServer((client) => {
      const server = connect(target, '127.0.0.1')
      let isData = false
      client.on('data', (bytes) => {
        isData ||= bytes.includes('From: ')
        server.write(bytes)
      })
      server.on('data', (bytes) => void (isData || client.write(bytes)))
      for (const socket of [client, server]) socket.on('error', () => undefined)
    }).listen(0, '127.0.0.1')
    await once(wire, 'listening')
    child = new ApiProcess(database, { SMTP_URL: `smtp://127.0.0.1:${(wire.address() as AddressInfo).port}` })
    await child.start()
    const poster = await JobBench.start({ DATABASE_URL: database.urlOf('web') }, undefined, false)
    const job = await poster.mail(invitation('once@dealer.example'))
    expect(await mails.arrived('once@dealer.example')).toHaveLength(1)
    expect((await poster.stateOf(job))?.state).toBe('running')
    await child.kill()

    const other = await JobBench.start({ DATABASE_URL: database.urlOf('web'), SMTP_URL: mails.smtpUrl })
    expect(await other.until(job, 'done', 'failed')).toMatchObject({ state: 'done', attempts: 2 })
    expect(await mails.received('once@dealer.example')).toHaveLength(1)
    await other.stop()
    await poster.stop()
  })
})
