import { MessageReader } from '@roadbook/api/features/raw-messages/message-reader'
import { type Fix, FixValidity, type Packet, PacketHeader, Topic, type TrackerEvent } from '@roadbook/contracts'
import { encodePacket } from '@roadbook/contracts/packet-codec'
import { type EventLog, openEventLog } from '@roadbook/event-log'
import { aFix, aPacket } from '@roadbook/testing'
import { apiForTests } from '../../support/api/api-for-tests.js'
import { createTestDatabase } from '../../support/database/test-database.js'

const { api, tenants } = apiForTests({ RATE_LIMIT_MESSAGES_PER_MINUTE: '1000' })
let ours: number
let theirs: number
const TECHNICIAN = 'tech@ours.example'
const BOSS = 'boss@ours.example'
const SUPER = 'super@roadbook.example'

beforeAll(async () => {
  ours = await tenants.business('Ours')
  theirs = await tenants.business('Theirs')
  await tenants.user(TECHNICIAN, 'technician', ours)
  await tenants.user(BOSS, 'manager', ours)
  await tenants.user('reporter@ours.example', 'reporter', ours)
  await tenants.user('tech@theirs.example', 'technician', theirs)
  await tenants.user(SUPER, 'super-admin', null)
})
afterEach(() => jest.restoreAllMocks())

const RAW = Buffer.from('00000000000000368e010000016b412cee0001', 'hex')
const fixAt = (positionedAt: number, more: Partial<Fix> = {}) => aFix({ positionedAt, ...more })
const publishPacket = (imei: string, given: Partial<Packet> = {}, log: EventLog = api.log) => {
  const now = Date.now()
  const packet = aPacket({ imei, receivedAt: now, fixes: [fixAt(now - 1_000)], ...given })
  return log.publish(Topic.packets, [{ key: imei, value: encodePacket(packet), headers: { [PacketHeader.raw]: RAW } }])
}
const publishEvent = (imei: string, event: Record<string, unknown>) => {
  const whole = { imei, protocol: 'teltonika', at: Date.now(), gateway: 'g1', ...event } as TrackerEvent
  return api.log.publish(Topic.events, [{ key: imei, value: Buffer.from(JSON.stringify(whole)) }])
}
const publishRejected = (imei: string, reason: string) => {
  const rejected = { imei, protocol: 'teltonika', at: Date.now(), reason, hex: 'c0ffee', rejectedBy: 'gateway' }
  return api.log.publish(Topic.rejected, [{ key: imei, value: Buffer.from(JSON.stringify(rejected)) }])
}
const messages = (id: string, query = '', email = TECHNICIAN) => api.get(`/debug/${id}/messages${query}`, email)
const bike = async (more: Record<string, unknown> = {}, business = ours) => {
  const entityId = await tenants.entity(business, 'Bike', more)
  return { entityId, ...(await tenants.install(business, entityId)) }
}

describe('the raw messages of a device', () => {
  it('show what it sent last, raw and decoded, and what happened to its connection', async () => {
    const { imei } = await bike()
    await publishEvent(imei, { type: 'connected', remoteAddress: '10.0.0.1' })
    const at = Date.now()
    await publishPacket(imei, {
      receivedAt: at,
      fixes: [
        fixAt(at - 2_000, {
          latitude: 49.41,
          longitude: 8.69,
          speedKph: 24,
          attributes: { sleepMode: 1, serial: 2n ** 60n, alarm: 'sos' },
        }),
        { positionedAt: at - 1_000, validity: FixValidity.noFix },
      ],
    })
    const { status, body } = await messages(imei)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      {
        kind: 'packet',
        received_at: new Date(at).toISOString(),
        protocol: 'teltonika',
        raw: RAW.toString('hex'),
        location_hidden: false,
        fixes: [
          {
            validity: 'valid',
            latitude: 49.41,
            longitude: 8.69,
            speed_kph: 24,
            attributes: { sleepMode: 1, alarm: 'sos' },
          },
          { validity: 'noFix', latitude: null, longitude: null, attributes: {} },
        ],
      },
      { kind: 'event', gateway: 'g1', event: { type: 'connected', remoteAddress: '10.0.0.1' }, fixes: null, raw: null },
    ])
    expect(body.meta.next_cursor).toBeNull()
  })

  it('show what was rejected, and why', async () => {
    const { imei } = await bike()
    await publishRejected(imei, 'codec 99 is unknown')
    expect((await messages(imei)).body.data).toMatchObject([
      { kind: 'rejected', reason: 'codec 99 is unknown', rejected_by: 'gateway', raw: 'c0ffee' },
    ])
  })

  it('are found by the last six digits of the IMEI, when they are unique in scope', async () => {
    const { imei } = await bike()
    await publishPacket(imei)
    expect((await messages(imei.slice(-6))).body.data).toHaveLength(1)
    await tenants.install(ours, await tenants.entity(ours, 'Twin'), `111111111${imei.slice(-6)}`)
    expect((await messages(imei.slice(-6))).status).toBe(409)
  })

  it('come page by page, newest first, each once, also those of one millisecond', async () => {
    const { imei } = await bike()
    jest.spyOn(Date, 'now').mockReturnValue(Date.now())
    for (let number = 0; number < 25; number++) {
      await publishPacket(imei, { gateway: `packet ${number}` })
      if (number % 5 === 0) await publishEvent(imei, { type: 'connected', gateway: `event ${number}` })
    }
    jest.restoreAllMocks()
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await messages(imei, `?limit=7${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ gateway }: { gateway: string }) => gateway))
      cursor = body.meta.next_cursor
    }
    const packets = seen.filter((name) => name.startsWith('packet'))
    expect(packets).toEqual(Array.from({ length: 25 }, (_, number) => `packet ${24 - number}`))
    expect([seen.length, new Set(seen).size]).toEqual([30, 30])
  })

  it('keep to the period that was asked for', async () => {
    const { imei } = await bike()
    await publishPacket(imei)
    const [before, after] = [Date.now() - 60_000, Date.now() + 60_000].map((time) => new Date(time).toISOString())
    expect((await messages(imei, `?till=${before}`)).body.data).toEqual([])
    expect((await messages(imei, `?from=${after}&till=${after}`)).body.data).toEqual([])
    expect((await messages(imei, `?from=${before}&till=${after}`)).body.data).toHaveLength(1)
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=nonsense',
    'from=yesterday',
    'from=2025-02-01Z&till=2025-01-01Z',
    'page=2',
  ])('refuse %s and say what is allowed', async (query) => {
    const { imei } = await bike()
    const { status, body } = await messages(imei, `?${query}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, [expect.any(String)]])
  })

  it('leave out one that cannot be read, and show the others', async () => {
    const { imei } = await bike()
    await publishPacket(imei)
    await api.log.publish(Topic.packets, [{ key: imei, value: Buffer.from('no packet') }])
    await api.log.publish(Topic.events, [{ key: imei, value: Buffer.from('{') }])
    expect((await messages(imei)).body.data).toHaveLength(1)
  })

  it('are unavailable while the event log is away, and say when to come back', async () => {
    const { imei } = await bike()
    jest.spyOn(api.log, 'read').mockImplementation(async function* () {
      yield* await Promise.reject<never[]>(new Error('the broker is away'))
    })
    const { status, headers, text } = await messages(imei)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(text).not.toContain('broker')
  })
})

describe('who may see raw messages', () => {
  it('is who may install, and only of devices in scope', async () => {
    const { imei } = await bike()
    await publishPacket(imei)
    const reporter = await messages(imei, '', 'reporter@ours.example')
    expect([reporter.status, reporter.body.permission]).toEqual([403, 'create:entity'])
    for (const id of [imei, imei.slice(-6), '000000', '1', 'x', '356307042440001%00']) {
      expect([id, (await messages(id, '', 'tech@theirs.example')).status]).toEqual([id, 404])
    }
    expect((await messages(imei, '', SUPER)).body.data).toHaveLength(1)
  })

  it('G-38 G-106 learns nothing of a consumer’s vehicle without consent, not even that it sent something', async () => {
    const { imei, entityId } = await bike({ consumer_id: await tenants.consumer(ours) })
    await publishPacket(imei, { fixes: [fixAt(Date.now(), { latitude: 49.4123, longitude: 8.7123 })] })
    await publishEvent(imei, { type: 'commandReply', text: 'Latitude: 49.4123' })
    await publishRejected(imei, 'no such type')
    for (const email of [TECHNICIAN, BOSS, SUPER]) {
      const { body, text } = await messages(imei, '', email)
      expect(body.data).toEqual([])
      for (const secret of ['49.4123', '8.7123', RAW.toString('hex'), 'c0ffee']) expect(text).not.toContain(secret)
    }
    const open = await tenants.openCase(entityId)
    expect((await messages(imei, '', TECHNICIAN)).text).not.toContain('49.4123')
    expect((await messages(imei, '', BOSS)).text).toContain('49.4123')
    await tenants.pool.query("UPDATE missing_cases SET state = 'closed', ended_at = now() WHERE id = $1", [open])
    await tenants.consent(entityId)
    expect((await messages(imei, '', TECHNICIAN)).body.data).toContainEqual(
      expect.objectContaining({ kind: 'packet', raw: RAW.toString('hex'), location_hidden: false }),
    )
  })

  it('sees nothing of the time when the tracker was somebody else’s, also when it is sent later', async () => {
    const { imei, deviceId } = await bike({}, theirs)
    await publishPacket(imei, { gateway: 'theirs', receivedAt: Date.now() - 5_000 })
    await tenants.pool.query('UPDATE installations SET removed_at = now() WHERE device_id = $1', [deviceId])
    await tenants.pool.query('UPDATE devices SET business_id = $1 WHERE id = $2', [ours, deviceId])
    expect((await messages(imei)).body.data).toEqual([])
    const handedOver = Date.now() + 1
    await publishPacket(imei, { gateway: 'bench', receivedAt: handedOver + 1_000, fixes: [fixAt(handedOver + 1_000)] })
    await publishPacket(imei, { gateway: 'buffer', receivedAt: handedOver + 2_000, fixes: [fixAt(handedOver - 3_600_000)] })
    expect((await messages(imei)).body.data).toMatchObject([
      { gateway: 'buffer', raw: null, fixes: null, location_hidden: true },
      { gateway: 'bench', raw: RAW.toString('hex'), location_hidden: false },
    ])
  })
})

it('reads the real event log newest first, in windows, and goes on where it stopped', async () => {
  const database = await createTestDatabase()
  const log = await openEventLog('postgres', { pool: database.pool, clientId: 'test' })
  try {
    await log.prepare()
    for (let number = 0; number < 12; number++) await publishPacket('356307042440001', { gateway: `${number}` }, log)
    await publishPacket('356307042440002', {}, log)
    const reader = new MessageReader(log)
    const query = { from: Date.now() - 86_400_000, till: Date.now() + 1_000, limit: 5 }
    const offsets: bigint[] = []
    let after: Awaited<ReturnType<MessageReader['read']>>['next']
    do {
      const found = await reader.read('356307042440001', { ...query, ...(after && { after }) })
      offsets.push(...found.messages.map(({ place }) => place.offset))
      after = found.next
    } while (after)
    expect(offsets).toHaveLength(12)
    expect(offsets).toEqual([...offsets].sort((one, other) => Number(other - one)))
  } finally {
    await log.close()
    await database.drop()
  }
})
