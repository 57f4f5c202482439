import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { isCutOff } from '../../support/cut-off.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'

describe('the embedded mailbox', () => {
  let database: TestDatabase
  let mails: MailBench
  const KEEP = 5

  beforeAll(async () => {
    database = await createTestDatabase()
    mails = await MailBench.start(database.urlOf('mailbox'), database.pool, KEEP)
  })
  afterAll(async () => {
    await mails.stop()
    await database.drop()
  })

  const deliver = async (message: Record<string, unknown>) => {
    const transport = createTransport(mails.smtpUrl)
    await transport.sendMail({ from: 'Roadbook <no-reply@roadbook.example>', text: 'Text', ...message })
    transport.close()
  }
  const look = async (path: string) => {
    const response = await fetch(`${mails.url}${path}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  const root = () => new URL(mails.url).pathname

  it('shows an operator what was sent, and each mail with its text, its HTML in a frame and its attachments', async () => {
    const html = '<p>Hello <script>alert(1)</script></p>'
    const attachments = [{ filename: 'bikes é.csv', content: 'a;b\r\n' }]
    await deliver({ to: 'read@dealer.example', subject: '<b>Bikes</b> & more', text: 'Hello <b>you</b>', html, attachments })
    const id = await mails.idOf('read@dealer.example')
    const list = await look('/')
    expect(list.text).toContain(`<a href="${root()}/mails/${id}">&lt;b&gt;Bikes&lt;/b&gt; &amp; more</a>`)
    expect(list.text).toContain('read@dealer.example')
    const page = await look(`/mails/${id}`)
    expect(page.text).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
    expect(page.text).toContain(`sandbox="" referrerpolicy="no-referrer" src="${root()}/mails/${id}/html"`)
    expect(page.text).not.toContain('alert(1)')
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'",
    )
    const attachment = await look(`/mails/${id}/attachments/0`)
    expect(attachment.text).toBe('a;b\r\n')
    expect(attachment.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''bikes%20%C3%A9.csv")
    expect(attachment.headers.get('content-type')).toBe('application/octet-stream')
  })

  it('S24 shows HTML where no script runs and nothing is fetched, also when it is opened by itself', async () => {
    await deliver({ to: 'evil@dealer.example', html: '<script>alert(1)</script><img src="https://tracker.example/x.png">' })
    const { headers } = await look(`/mails/${await mails.idOf('evil@dealer.example')}/html`)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain('sandbox;')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/script-src|allow-scripts/)
    expect(policy).toContain('img-src data:')
  })

  it('takes a mail that comes twice for one', async () => {
    for (const _ of [1, 2]) await deliver({ to: 'twice@dealer.example', messageId: '<one@roadbook.example>' })
    expect(await mails.received('twice@dealer.example')).toHaveLength(1)
  })

  it('keeps the newest mails and lets the oldest go', async () => {
    for (let number = 1; number <= KEEP + 2; number++) await deliver({ to: `n${number}@dealer.example` })
    const { rows } = await database.pool.query('SELECT envelope_to FROM mailbox.mails ORDER BY id')
    expect(rows.map((row) => row.envelope_to[0])).toEqual([3, 4, 5, 6, 7].map((number) => `n${number}@dealer.example`))
  })

  it('refuses a mail that is too large and goes on', async () => {
    const large = 'x'.repeat(998).concat('\r\n').repeat(17_500)
    await expect(deliver({ to: 'large@dealer.example', text: large })).rejects.toMatchObject({ responseCode: 552 })
    await deliver({ to: 'after@dealer.example' })
    expect(await mails.received('after@dealer.example')).toHaveLength(1)
  })

  it.each(['/mails/999999999', '/mails/x', '/mails/1/html/x', '/mails/999999999999999999', '/nothing'])(
    'answers 404 to %s',
    async (path) => {
      expect((await look(path)).status).toBe(404)
    },
  )

  it('answers nobody who comes under a foreign name, and changes nothing', async () => {
    const status = (host: string, method = 'GET', path = root()) =>
      new Promise((resolve, reject) => {
        const { port } = new URL(mails.url)
        request({ host: '127.0.0.1', port, method, path, headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .once('error', reject)
          .end()
      })
    expect(await status('evil.example')).toBe(403)
    expect(await status('localhost:8025')).toBe(200)
    expect(await status('localhost:8025', 'DELETE')).toBe(405)
  })

  it('L6 shows nobody anything who does not know its secret, be they on this machine', async () => {
    await deliver({ to: 'secret@dealer.example', subject: 'Reset link' })
    const id = await mails.idOf('secret@dealer.example')
    const { origin } = new URL(mails.url)
    const wrong = root().replace(/.$/, 'x')
    for (const path of ['/', `/mails/${id}`, `/mails/${id}/html`, `${wrong}/`, `${wrong}/mails/${id}`, `//mails/${id}`]) {
      const response = await fetch(origin + path)
      const text = await response.text()
      expect([path, response.status, text.includes('Reset link'), text.includes(root())]).toEqual([path, 403, false, false])
    }
    expect((await look('/')).text).toContain('Reset link')
  })

  it('M7 waits for nobody who drips a request or a mail', async () => {
    const [http, smtp] = [mails.url, mails.smtpUrl].map((url) => Number(new URL(url).port))
    await Promise.all([
      isCutOff(http ?? 0, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']),
      isCutOff(smtp ?? 0, ['', 'EHLO a\r\n', 'MAIL FROM:<a@b.example>\r\n', 'RCPT TO:<c@d.example>\r\n', 'DATA\r\n']),
    ])
  })
})
