import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { MailBench } from '../../support/mail/mail-bench.js'
import { until } from '@roadbook/testing/until'

let mailDatabase: TestDatabase
let mails: MailBench
let api: ApiUnderTest
let tenants: Tenants
let vendor: number
let entity: number
let device: number
let yard: number
let nth = 0

beforeAll(async () => {
  mailDatabase = await createTestDatabase()
  mails = await MailBench.start(mailDatabase.url, mailDatabase.pool)
  api = await ApiUnderTest.start({ API_WORK: 'all', SMTP_URL: mails.smtpUrl, PORTAL_URL: 'https://portal.example' })
  tenants = new Tenants(api.database.pool)
  vendor = await tenants.business('Vendor')
  yard = await tenants.geofence(vendor, 'Yard')
  entity = await tenants.entity(vendor, 'Cargo bike')
  device = (await tenants.install(vendor, entity, '356307048111111')).deviceId
})
afterAll(async () => {
  await api.stop()
  await mails.stop()
  await mailDatabase.drop()
})

/** Adds a rule with one manager as its recipient. */
async function ruleFor(tells: Record<string, unknown>, businessId = vendor) {
  const email = `manager${++nth}@x.example`
  const user = await tenants.user(email, 'manager', businessId, { locale: 'de', first_name: 'Mia', time_zone: 'Europe/Vaduz' })
  const rule = await tenants.alertRule(vendor, `Rule ${nth}`, [yard])
  const columns = Object.keys(tells).map((column, index) => `${column} = $${index + 2}`)
  await api.rows(`UPDATE alert_rules SET ${columns.join(', ')} WHERE id = $1`, [rule, ...Object.values(tells)])
  await api.rows('INSERT INTO alert_rule_users (rule_id, user_id) VALUES ($1, $2)', [rule, user])
  return { email, user, rule }
}
const happens = async (rule: number, at = new Date('2026-02-03T01:10:00Z'), vehicle = entity, tracker = device) => {
  const alert = await tenants.alert(rule, vehicle, tracker, at, yard)
  await news(alert, 'raised')
  return alert
}
const news = (alert: string, change: string) =>
  api.rows('INSERT INTO alert_news (alert_id, change) VALUES ($1, $2)', [alert, change])
/** Resolves when all due notifications have been sent. */
async function told(): Promise<void> {
  await api.rows("SELECT pg_notify('work', 'alert_news')")
  const waiting = `SELECT alert_id, change FROM alert_news UNION ALL
    SELECT alert_id, NULL FROM alert_tellings WHERE mailed_at IS NULL AND mail_at <= now()`
  await until('no alert waits to be sent', () => api.rows<object>(waiting), { fits: ({ length }) => length === 0 })
}
const withdraw = async (alert: string) => {
  await api.rows('UPDATE alerts SET withdrawn_at = now() WHERE id = $1', [alert])
  await news(alert, 'withdrawn')
}
/** Returns the subjects of a person's mails, as soon as this many have arrived. */
async function subjects(email: string, count: number): Promise<(string | undefined)[]> {
  await told()
  return (await mails.arrived(email, count)).map(({ subject }) => subject)
}
const posted = async () =>
  (await api.rows<{ count: number }>("SELECT count(*)::int AS count FROM outgoing_mails WHERE template LIKE 'alert%'"))[0]?.count
const bell = async (email: string) => (await api.get('/dashboard/badges', email)).body.data.alerts

describe('being told of an alert', () => {
  it('comes by mail in the reader’s language and zone, and counts beside the inbox until somebody sees to it', async () => {
    const { email, rule } = await ruleFor({ tell_mail: 'each' })
    const alert = await happens(rule)
    expect(await subjects(email, 1)).toEqual(['Alarm: Cargo bike – Verlässt einen Geofence: Yard'])
    const [mail] = await mails.received(email)
    expect(mail?.text).toMatch(/3\. Februar 2026 um 02:10 MEZ/)
    expect(mail?.text).toContain(`https://portal.example/map?entity=${entity}&from=2026-02-03&till=2026-02-03`)
    expect(await bell(email)).toBe(1)
    await api.call('PUT', '/api/v1/alerts/acknowledge', { email, body: { ids: [alert] } })
    expect(await bell(email)).toBe(0)
  })

  it('is what the inbox shows of whoever asks for their own, and of nobody else', async () => {
    const [mine, theirs] = [await ruleFor({ tell_mail: 'never' }), await ruleFor({ tell_mail: 'each' })]
    const alert = await happens(mine.rule)
    const other = await happens(theirs.rule)
    await told()
    const inbox = async (email: string, condition: string) =>
      (await api.get(`/alerts?limit=100&searchFields=${condition}`, email)).body.data.map(({ id }: { id: string }) => id)
    expect(await inbox(mine.email, 'recipient:inme')).toEqual([alert])
    expect(await inbox(theirs.email, 'recipient:inme')).toEqual([other])
    expect(await inbox(mine.email, 'state:inopen')).toEqual(expect.arrayContaining([alert, other]))
    expect(await inbox(mine.email, 'recipient:inthem')).toEqual([])
  })

  it('is told once, however often it is looked for', async () => {
    const { email, rule } = await ruleFor({ tell_mail: 'each' })
    const before = await posted()
    await happens(rule)
    await told()
    await api.rows("SELECT pg_notify('work', 'alert_news')")
    await told()
    expect(await posted()).toBe(Number(before) + 1)
    expect(await bell(email)).toBe(1)
  })

  it('is taken back for whoever was told, and was never so for whoever was not', async () => {
    const told1 = await ruleFor({ tell_mail: 'each' })
    const alert = await happens(told1.rule)
    await subjects(told1.email, 1)
    await withdraw(alert)
    expect(await subjects(told1.email, 2)).toHaveLength(2)
    expect((await mails.received(told1.email))[1]?.text).toMatch(/dass der Alarm nicht zutraf/)
    expect(await bell(told1.email)).toBe(0)

    const before = await posted()
    const waits = await ruleFor({ tell_mail: 'daily' })
    const unheard = await happens(waits.rule)
    await told()
    await withdraw(unheard)
    await told()
    await api.rows('UPDATE alert_tellings SET mail_at = now() WHERE mail_at IS NOT NULL AND mailed_at IS NULL')
    await told()
    expect(await posted()).toBe(before)
  })

  it('waits until quiet hours are over', async () => {
    const { email, rule } = await ruleFor({
      tell_mail: 'each',
      quiet_from: '00:00',
      quiet_till: '23:59',
      time_zone: 'Europe/Vaduz',
    })
    const before = await posted()
    await happens(rule)
    await told()
    expect([await posted(), await bell(email)]).toEqual([before, 0])
    await api.rows(
      'UPDATE alert_tellings t SET bell_at = now(), mail_at = now() FROM alerts a WHERE a.id = t.alert_id AND a.rule_id = $1',
      [rule],
    )
    expect(await subjects(email, 1)).toHaveLength(1)
    expect(await bell(email)).toBe(1)
  })

  it('pauses for the same vehicle and rule, and keeps what happened meanwhile in the inbox', async () => {
    const { email, rule } = await ruleFor({ tell_mail: 'each', cool_down_min: 60 })
    await happens(rule)
    await told()
    const before = await posted()
    await happens(rule, new Date('2026-02-03T01:20:00Z'))
    const other = await tenants.entity(vendor, 'Other bike')
    const { deviceId } = await tenants.install(vendor, other, '356307048111137')
    await happens(rule, new Date('2026-02-03T01:20:00Z'), other, deviceId)
    await told()
    expect(await posted()).toBe(Number(before) + 1)
    expect((await api.get(`/alerts?search=rule_id:${rule}`, email)).body.meta.total).toBe(3)
  })

  it('pauses although several come at once, as after an outage', async () => {
    const { rule } = await ruleFor({ tell_mail: 'each', cool_down_min: 60 })
    const alerts = await Promise.all(
      [10, 11, 12].map((minute) => tenants.alert(rule, entity, device, new Date(`2026-02-03T01:${minute}:00Z`), yard)),
    )
    const before = await posted()
    await api.rows("INSERT INTO alert_news (alert_id, change) SELECT id, 'raised' FROM unnest($1::uuid[]) AS id", [alerts])
    await told()
    expect(await posted()).toBe(Number(before) + 1)
  })

  it('is told once more where it stands again after it was taken back, within the pause, too', async () => {
    const { email, rule } = await ruleFor({ tell_mail: 'each', cool_down_min: 60 })
    const alert = await happens(rule)
    await subjects(email, 1)
    // Recipients of the alert are notified of its withdrawal, although the rule no longer sends mail.
    await api.rows("UPDATE alert_rules SET tell_mail = 'never' WHERE id = $1", [rule])
    await withdraw(alert)
    await subjects(email, 2)
    await api.rows("UPDATE alert_rules SET tell_mail = 'each' WHERE id = $1", [rule])
    await api.rows('UPDATE alerts SET withdrawn_at = NULL WHERE id = $1', [alert])
    await news(alert, 'restored')
    expect(await subjects(email, 3)).toHaveLength(3)
  })

  it('comes as one mail in the morning, with what else happened', async () => {
    const { email, rule } = await ruleFor({ tell_mail: 'daily' })
    for (const minute of [10, 20, 30]) await happens(rule, new Date(`2026-02-03T01:${minute}:00Z`))
    await told()
    await api.rows('UPDATE alert_tellings SET mail_at = now() WHERE mail_at IS NOT NULL AND mailed_at IS NULL')
    expect(await subjects(email, 1)).toEqual(['Alarme: 3'])
  })

  it('is for nobody who may not see the vehicle by then', async () => {
    const stranger = await ruleFor({ tell_mail: 'each' }, await tenants.business('Other'))
    const gone = await ruleFor({ tell_mail: 'each' })
    await api.rows('UPDATE users SET deleted_at = now() WHERE id = $1', [gone.user])
    const before = await posted()
    await happens(stranger.rule)
    await happens(gone.rule)
    await told()
    expect(await posted()).toBe(before)
    expect(await bell(stranger.email)).toBe(0)
  })

  it('G-106 says nothing of a consumer’s vehicle without consent, by mail or bell', async () => {
    const consumer = await tenants.consumer(vendor)
    const theirs = await tenants.entity(vendor, 'Customer’s bike', { consumer_id: consumer })
    const { deviceId } = await tenants.install(vendor, theirs, '356307048111129')
    const { email, rule } = await ruleFor({ tell_mail: 'each' })
    const before = await posted()
    await happens(rule, undefined, theirs, deviceId)
    await told()
    expect([await posted(), await bell(email)]).toEqual([before, 0])
    await tenants.consent(theirs)
    await happens(rule, new Date('2026-02-03T02:10:00Z'), theirs, deviceId)
    expect(await subjects(email, 1)).toHaveLength(1)
  })
})
