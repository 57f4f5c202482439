import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { until } from '@roadbook/testing/until'

const KIND = 'sender-disputes'
const ABOVE = 'above@x.example'
const MANAGER = 'manager@x.example'
const GRANTED = 'granted@x.example'
const DEALER = 'dealer@x.example'
const BESIDE = 'beside@x.example'
const GONE = 'gone@x.example'
const BEGAN_AT = '2026-03-04T09:15:00Z'
let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let clock: JobClock
let vendor: number
let shop: number

const dispute = async (deviceId: number, more: { network?: string; was_believed?: boolean; ended_at?: string } = {}) =>
  (
    await api.rows<{ id: number }>(
      `INSERT INTO tracker_disputes (device_id, business_id, entity_id, network, protocol, began_at, noticed_at, was_believed, ended_at)
       SELECT d.id, d.business_id, i.entity_id, $2, 'osmand', $3, '2026-03-04T10:00:00Z', $4, $5
       FROM devices d LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL WHERE d.id = $1 RETURNING id`,
      [deviceId, more.network ?? '203.0.0.0/16', BEGAN_AT, more.was_believed ?? false, more.ended_at ?? null],
    )
  )[0]?.id as number
const aTracker = async (name: string, columns: Record<string, unknown> = {}) =>
  tenants.install(shop, await tenants.entity(shop, name, columns))
/** Waits until all mails have arrived. Then returns the recipients of the mails about a tracker, one entry per mail. */
const readersOf = async (imei: string): Promise<string[]> => {
  const everybody = [ABOVE, MANAGER, GRANTED, DEALER, BESIDE, GONE]
  const found = await Promise.all(everybody.map(async (to) => ({ to, mails: await mails.received(to) })))
  return found.flatMap(({ to, mails: all }) => all.filter(({ subject }) => subject?.includes(imei)).map(() => to))
}
const posted = async () =>
  (await api.rows<{ n: number }>("SELECT count(*)::int AS n FROM outgoing_mails WHERE template = 'sender-dispute'"))[0]?.n
const audited = (deviceId: number) =>
  api.rows(
    `SELECT actor, user_id, business_id, after FROM audit_log
     WHERE action = 'device.sender-dispute' AND object_type = 'device' AND object_id = $1`,
    [String(deviceId)],
  )
const flat = (text = '') => text.replaceAll('\u2060', '').replace(/\s+/g, ' ')

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  vendor = await tenants.business('Vendor')
  shop = await tenants.business('Shop', 'company', vendor)
  await tenants.user(ABOVE, 'manager', vendor)
  await tenants.user(MANAGER, 'manager', shop, { locale: 'de' })
  await tenants.grant(await tenants.user(GRANTED, 'dealer', shop, { locale: 'fr' }), 'manage:devices')
  await tenants.user(DEALER, 'dealer', shop)
  await tenants.user(BESIDE, 'manager', await tenants.business('Beside', 'company', vendor))
  await tenants.user(GONE, 'manager', shop, { deleted_at: new Date() })
  clock = await JobClock.open(api.database, KIND)
})
afterAll(async () => {
  await clock.stop()
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

describe('two senders that speak in one tracker’s name', () => {
  it('G-105 are mailed to everybody who manages the tracker, once, in their language, and to nobody else', async () => {
    const { deviceId, imei } = await aTracker('Cargo 7')
    await api.rows("UPDATE devices SET title = 'Spare 12' WHERE id = $1", [deviceId])
    await dispute(deviceId)
    await clock.strike(KIND)
    const english = await mails.arrivedWith(ABOVE, imei)
    expect(english.subject).toBe(`Another sender uses the IMEI ${imei}`)
    expect(flat(english.text)).toContain(`${imei} · Spare 12 · Cargo 7`)
    expect(flat(english.text)).toMatch(/since 4 March 2026 at 10:15 CET: from network 203\.0\.0\.0\/16, with the protocol osmand/)
    expect(flat(english.text)).toContain('kept aside and change nothing')
    expect(english.text).toContain(`https://portal.example/devices?device=${deviceId}`)
    expect((await mails.arrivedWith(MANAGER, imei)).subject).toBe(`Ein anderer Absender benutzt die IMEI ${imei}`)
    expect((await mails.arrivedWith(GRANTED, imei)).subject).toBe(`Un autre expéditeur utilise l’IMEI ${imei}`)
    await clock.strike(KIND)
    expect(await readersOf(imei)).toEqual([ABOVE, MANAGER, GRANTED])
    expect(await posted()).toBe(3)
  })

  it('stand in the tracker’s audit log with the system as their author', async () => {
    const { deviceId } = await aTracker('Audited')
    await dispute(deviceId)
    await clock.strike(KIND)
    await clock.strike(KIND)
    const sender = { network: '203.0.0.0/16', protocol: 'osmand' }
    expect(await audited(deviceId)).toEqual([{ actor: 'Roadbook', user_id: null, business_id: shop, after: { sender } }])
  })

  it('say what is undone where the other one was believed for a while', async () => {
    const { deviceId, imei } = await aTracker('Moved')
    await dispute(deviceId, { was_believed: true })
    await clock.strike(KIND)
    expect(flat((await mails.arrivedWith(ABOVE, imei)).text)).toContain('They are being removed')
  })

  it('G-38 say of a customer’s vehicle who it is, and not since when', async () => {
    const { deviceId, imei } = await aTracker('Customer’s', { consumer_id: await tenants.consumer(shop) })
    await dispute(deviceId)
    await clock.strike(KIND)
    const { text } = await mails.arrivedWith(ABOVE, imei)
    expect(flat(text)).toContain('from network 203.0.0.0/16, with the protocol osmand. Its messages')
    expect(text).not.toMatch(/March|CET/)
  })

  it('are mailed to nobody once a person has decided, and stand in the audit log all the same', async () => {
    const { deviceId } = await aTracker('Decided')
    const before = await posted()
    await dispute(deviceId, { ended_at: '2026-03-04T10:01:00Z' })
    await clock.strike(KIND)
    expect([await posted(), (await audited(deviceId)).length]).toEqual([before, 1])
  })

  it('are mailed once each where two processes look at them at the same time', async () => {
    const second = await api.another()
    const holder = await api.database.pool.connect()
    try {
      const trackers = [await aTracker('Both 1'), await aTracker('Both 2'), await aTracker('Both 3')]
      await holder.query('BEGIN; LOCK TABLE audit_log IN SHARE MODE')
      for (const { deviceId } of trackers) await dispute(deviceId)
      const called = [await clock.call(KIND), await clock.call(KIND)]
      await until('both are about to write', async () => {
        const waits = await api.database.pool.query("SELECT FROM pg_locks WHERE NOT granted AND relation = 'audit_log'::regclass")
        return waits.rowCount === 2
      })
      await holder.query('ROLLBACK')
      for (const id of called) await clock.done(KIND, id)
      for (const { deviceId, imei } of trackers) {
        for (const to of [ABOVE, MANAGER, GRANTED]) await mails.arrivedWith(to, imei)
        expect(await readersOf(imei)).toEqual([ABOVE, MANAGER, GRANTED])
        expect(await audited(deviceId)).toHaveLength(1)
      }
    } finally {
      holder.release(true)
      await second.close()
    }
  })
})
