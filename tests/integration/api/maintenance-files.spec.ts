import { apiForTests } from '../../support/api/api-for-tests.js'
import { printedOn } from '../../support/pdf-text.js'
import { jpeg } from '../../support/pictures.js'
import { tampered } from '../../support/tampered.js'

const MANAGER = 'manager@x.example'
const { api, tenants } = apiForTests({ API_WORK: 'all', PORTAL_URL: 'https://portal.example/', SMTP_URL: 'smtp://127.0.0.1:1' })
let vendor: number
let bike: number
let service: number

const call = (method: string, path: string, body?: unknown, email = MANAGER) =>
  api.call(method, `/api/v1${path}`, { email, body })
const feed = (url: string) => api.call('GET', new URL(url).pathname + new URL(url).search)

beforeAll(async () => {
  vendor = await tenants.business('Vendor')
  await tenants.user(MANAGER, 'manager', vendor, { locale: 'de', first_name: 'Mara', last_name: 'Meister' })
  bike = await tenants.entity(vendor, 'Gazelle 12', { license_plate: 'AB-12-CD' })
  const plan = await tenants.maintenancePlan(vendor, 'Jahresplan')
  await tenants.maintain(plan, bike)
  service = await tenants.maintenanceNotification(plan, bike)
  await call('POST', `/maintenance-notifications/${service}/plan`, {
    planned_at: new Date(Date.now() + 86_400_000).toISOString(),
  })
})

describe('the calendar of a user (D.20)', () => {
  const made = async (email = MANAGER) =>
    (await call('POST', '/maintenance-calendar/link', undefined, email)).body.data.url as string

  it('is read by its link, tells what is planned, and whether it was read', async () => {
    expect((await call('GET', '/maintenance-calendar/link')).body.data).toEqual({ created_at: null, last_read_at: null })
    const url = await made()
    expect(url).toMatch(/^https:\/\/portal\.example\/api\/v1\/calendar\/maintenance\.ics\?token=[\w-]{43}$/)
    const { status, headers, text } = await feed(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const lines = text.replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        `UID:maintenance-${service}@roadbook`,
        'SUMMARY:Jahresplan: Gazelle 12 (AB-12-CD)',
      ]),
    )
    expect(lines).toContain('DESCRIPTION:Jahresplan\\nGeplant')
    const { created_at, last_read_at } = (await call('GET', '/maintenance-calendar/link')).body.data
    expect([created_at, last_read_at]).toEqual([expect.any(String), expect.any(String)])
    expect((await feed(`${url}&mine=true`)).text).not.toContain('SUMMARY')
    const [kept] = await api.rows<{ link: string }>(
      'SELECT maintenance_calendar_links::text AS link FROM maintenance_calendar_links',
    )
    expect(kept?.link).not.toContain(new URL(url).searchParams.get('token'))
  })

  it('is gone when its link is revoked or replaced, exactly as one that never was', async () => {
    const first = await made()
    const second = await made()
    expect([(await feed(first)).status, (await feed(second)).status]).toEqual([404, 200])
    expect((await call('DELETE', '/maintenance-calendar/link')).status).toBe(204)
    expect((await call('DELETE', '/maintenance-calendar/link')).status).toBe(404)
    const never = await feed(`${second.slice(0, -20)}${tampered(second.slice(-20))}`)
    const revoked = await feed(second)
    expect([revoked.status, { ...revoked.body, request_id: '' }]).toEqual([404, { ...never.body, request_id: '' }])
  })

  it('ends with the rights of its user, and shows what they may see at that moment', async () => {
    const other = await tenants.business('Elsewhere')
    const id = await tenants.user('dealer@x.example', 'dealer', vendor)
    const url = await made('dealer@x.example')
    expect((await feed(url)).text).toContain('Gazelle 12')
    await api.rows('UPDATE users SET business_id = $2 WHERE id = $1', [id, other])
    expect((await feed(url)).text).not.toContain('Gazelle 12')
    await api.rows("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'reporter') WHERE id = $1", [id])
    expect((await feed(url)).status).toBe(404)
    await api.rows("UPDATE users SET role_id = (SELECT id FROM roles WHERE key = 'dealer'), deleted_at = now() WHERE id = $1", [
      id,
    ])
    expect((await feed(url)).status).toBe(404)
  })
})

describe('a service that is done', () => {
  it('has photos, of which the pixels alone are kept, and each once', async () => {
    const at = `/maintenance-notifications/${service}/photos`
    const content = jpeg().toString('base64')
    const added = await call('POST', at, { content })
    expect(added.body.data).toMatchObject({ place: 1, media_type: 'image/jpeg' })
    expect((await call('POST', at, { content })).body.data).toEqual(added.body.data)
    expect((await call('GET', at)).body.data).toEqual([added.body.data])
    expect((await call('GET', `${at}/${added.body.data.id}`)).headers.get('content-type')).toBe('image/jpeg')
    const refused = await call('POST', at, { content: Buffer.from('no picture').toString('base64') })
    expect(refused.status).toBe(422)
    expect((await call('GET', `/maintenance-notifications/${service}`)).body.data.photos).toEqual([added.body.data])
  })

  it('is told to the customer whose vehicle it is, if somebody says so', async () => {
    const plan = await tenants.maintenancePlan(vendor, 'Of a customer')
    const done = async (name: string, tell_customer: boolean) => {
      const entity = await tenants.entity(vendor, name)
      await tenants.maintain(plan, entity)
      const consumer = await tenants.consumer(vendor)
      await api.rows("UPDATE consumers SET email = 'con@sumer.example', locale = 'fr' WHERE id = $1", [consumer])
      await api.rows('UPDATE entities SET consumer_id = $2 WHERE id = $1', [entity, consumer])
      const id = await tenants.maintenanceNotification(plan, entity)
      const completed_at = new Date().toISOString()
      expect((await call('POST', `/maintenance-notifications/${id}/complete`, { completed_at, tell_customer })).status).toBe(200)
    }
    const mails = () => api.rows("SELECT locale FROM outgoing_mails WHERE template = 'service-done'")
    await done('Quiet', false)
    expect(await mails()).toEqual([])
    await done('Told', true)
    expect(await mails()).toEqual([{ locale: 'fr' }])
  })

  it('is in the service book of its vehicle, in the reader’s language, also when its trigger is gone', async () => {
    const body = {
      completed_at: '2026-05-04T10:00:00Z',
      odometer_m: 1_234_000,
      note: 'Kette neu, αλυσίδα',
      cost_minor: 4_250,
      currency: 'EUR',
    }
    await call('POST', `/maintenance-notifications/${service}/complete`, body)
    await api.rows('UPDATE maintenance_triggers SET removed_at = now()')
    const response = await fetch(`${api.url}/api/v1/entities/${bike}/service-book`, {
      headers: { authorization: `Bearer ${await api.issuer.tokenOf(MANAGER)}` },
    })
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Serviceheft-AB-12-CD.pdf"')
    const words = printedOn(Buffer.from(await response.arrayBuffer())).text
    for (const word of [
      'Serviceheft',
      'Gazelle 12',
      '1 Wartung',
      '04-05-2026 12:00',
      '1.234',
      '42,50',
      'Mara Meister',
      'Kette neu, αλυσίδα',
    ])
      expect(words).toContain(word)
    const theirs = await tenants.entity(await tenants.business('Theirs'), 'Theirs')
    expect((await call('GET', `/entities/${theirs}/service-book`)).status).toBe(404)
  })
})

describe('plans to begin with (D.20)', () => {
  it('are there for an e-bike, a cargo bike and a moped, and are taken as they are', async () => {
    const templates = (await call('GET', '/maintenance-plans/templates')).body.data
    expect(templates.map(({ title }: { title: string }) => title)).toEqual(['E-Bike', 'Lastenrad', 'Moped'])
    for (const { title, description, triggers } of templates) {
      const { status, body } = await call('POST', '/maintenance-plans', { title, description, triggers })
      expect([status, body.data.triggers]).toEqual([200, triggers.map((one: object) => expect.objectContaining(one))])
    }
  })
})
