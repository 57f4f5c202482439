import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

const words = (title: string) => ({ title, text: 'Ten trackers for the price of nine.' })
const offer = {
  id: 'offer',
  kind: 'offer',
  from: '2020-12-01T08:00',
  till: '2099-07-01T00:00',
  audience: ['dealer'],
  texts: { en: words('Offer'), nl: words('Aanbieding'), de: words('Angebot'), fr: words('Offre') },
}
const fair = { ...offer, id: 'fair', kind: 'fair', audience: undefined, link: 'https://fair.example/' }

let folder: string
let api: ApiUnderTest

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'announcements-'))
  const file = path.join(folder, 'announcements.json')
  writeFileSync(file, JSON.stringify([offer, fair, { ...offer, id: 'over', till: '2020-12-31T00:00' }]))
  api = await ApiUnderTest.start({ ANNOUNCEMENTS_FILE: file })
  const tenants = new Tenants(api.database.pool)
  const business = await tenants.business('Fleet')
  await tenants.user('dealer@fleet.example', 'dealer', business)
  await tenants.user('technician@fleet.example', 'technician', business)
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true })
})

describe('announcements', () => {
  it('R-226 R-227 are told to whom they are for, in every language, as moments in UTC', async () => {
    const told = {
      kind: 'fair',
      shown_from: '2020-12-01T07:00:00.000Z',
      shown_till: '2099-06-30T22:00:00.000Z',
      texts: offer.texts,
    }
    const { status, body } = await api.get('/announcements', 'technician@fleet.example')
    expect([status, body]).toEqual([200, { data: [{ id: 'fair', link: 'https://fair.example/', ...told }] }])
    const forDealers = await api.get('/announcements', 'dealer@fleet.example')
    expect(forDealers.body.data).toEqual([
      { id: 'offer', link: null, ...told, kind: 'offer' },
      { id: 'fair', link: 'https://fair.example/', ...told },
    ])
  })

  it('are told to nobody who is not signed in', async () => {
    expect((await api.call('GET', '/api/v1/announcements')).status).toBe(401)
  })
})
