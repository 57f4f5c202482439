import { apiForTests } from '../../support/api/api-for-tests.js'
import { jpeg, jpegSegment } from '../../support/pictures.js'

const { api, tenants } = apiForTests()
const TECHNICIAN = 'technician@photos.example'
const DEALER = 'dealer@other.example'
let bike: number

const call = (method: string, path: string, body?: unknown, email = TECHNICIAN) =>
  api.call(method, `/api/v1/entities/${bike}/photos${path}`, { email, body })
const picture = () => ({
  content: jpeg({ beside: jpegSegment(0xfe, 'taken at 47.1,9.5') }).toString('base64'),
})

beforeAll(async () => {
  const shop = await tenants.business('Shop')
  await tenants.user(TECHNICIAN, 'technician', shop)
  await tenants.user(DEALER, 'dealer', await tenants.business('Other'))
  bike = await tenants.entity(shop, 'Pictured')
})

describe('photos of a vehicle', () => {
  it('R-165 are kept as their pixels alone, once each, shown to whoever sees the vehicle, and removed', async () => {
    const first = await call('POST', '', picture())
    expect(first.body.data).toMatchObject({ place: 1, media_type: 'image/jpeg' })
    expect((await call('POST', '', picture())).body.data.id).toBe(first.body.data.id)
    expect((await call('GET', '')).body.data).toHaveLength(1)
    const shown = await call('GET', `/${first.body.data.id}`)
    expect(shown.headers.get('content-type')).toContain('image/jpeg')
    expect(shown.text).not.toContain('47.1,9.5')
    expect((await call('GET', '', undefined, DEALER)).status).toBe(404)
    expect((await call('GET', `/${first.body.data.id}`, undefined, DEALER)).status).toBe(404)
    expect((await call('DELETE', `/${first.body.data.id}`)).status).toBe(204)
    expect((await call('GET', '')).body.data).toEqual([])
    const actions = await api.rows<{ action: string }>(
      `SELECT action FROM audit_log WHERE object_type = 'entity' AND object_id = '${bike}' ORDER BY id`,
    )
    expect(actions.map(({ action }) => action)).toEqual(['entity.photo-add', 'entity.photo-remove'])
  })

  it('R-165 what is no picture is refused', async () => {
    expect((await call('POST', '', { content: Buffer.from('no picture').toString('base64') })).body.errors).toHaveProperty(
      'content',
    )
  })
})
