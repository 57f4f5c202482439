import { findProtocol } from '@roadbook/protocols'
import { writeFrame } from '@roadbook/protocols/gt06/frame'
import { until } from '@roadbook/testing/until'
import { RawTracker } from '../support/chaos/raw-tracker.js'
import { type Gateway, Stage } from '../support/chaos/stage.js'

const gt06 = findProtocol('gt06')!.tracker!
const PLACE = 'c9059e641400867326171400'
const CELL = '00cc0811940012ab'

/** Returns the bytes of a time from year to second, as a GT06 sends them. */
function written(at: number): string {
  const date = new Date(at)
  const parts = [
    date.getUTCFullYear() - 2_000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]
  return Buffer.from(parts).toString('hex')
}
const position = (at: number) => writeFrame(0x12, Buffer.from(`${written(at)}${PLACE}${CELL}`, 'hex'), 2)
const alarm = (at: number, code: string) =>
  writeFrame(0x16, Buffer.from(`${written(at)}${PLACE}09${CELL}100604${code}01`, 'hex'), 3)

describe('a parked tracker whose messages carry the second of its last fix', () => {
  let stage: Stage
  let gateway: Gateway

  beforeAll(async () => {
    stage = await Stage.open()
    await stage.pool.query(
      `INSERT INTO alert_rules (business_id, name, kind, time_zone, effective_from)
       SELECT id, 'Power', 'powerCut', 'UTC', now() - interval '1 day' FROM businesses`,
    )
    gateway = await stage.startGateway()
    await stage.startConsumer()
  }, 300_000)
  afterAll(() => stage?.close())

  const alertsOf = async (deviceId: number) =>
    (
      await stage.pool.query<{ kind: string }>('SELECT kind FROM alerts WHERE device_id = $1 AND withdrawn_at IS NULL', [
        deviceId,
      ])
    ).rows

  it('is heard from the socket to the alert: what is acknowledged is stored, and its power cut is told', async () => {
    const { imei, deviceId } = await stage.addVehicle('automobile')
    const at = Math.floor(Date.now() / 1_000) * 1_000 - 60_000
    const tracker = await RawTracker.open(gateway.port)
    const acknowledged = (bytes: number) => until('it is acknowledged', () => tracker.received.length >= bytes)
    tracker.send(gt06.login!(imei))
    await acknowledged(10)
    tracker.send(position(at))
    await acknowledged(20)
    tracker.send(alarm(at, '02'))
    await acknowledged(30)
    // Sends the same message again, like a tracker that did not receive the answer.
    tracker.send(alarm(at, '02'))
    await acknowledged(40)
    await until('its power cut is told', () => alertsOf(deviceId), { fits: (alerts) => alerts.length > 0 })
    const { rows } = await stage.pool.query<{ alarm: string | null }>(
      `SELECT attributes ->> 'alarm' AS alarm FROM waypoints
       WHERE device_id = $1 AND positioned_at >= $2 AND positioned_at < $2::timestamptz + interval '1 second' ORDER BY positioned_at`,
      [deviceId, new Date(at)],
    )
    expect(rows.map((row) => row.alarm)).toEqual([null, 'powerCut'])
    expect(await alertsOf(deviceId)).toEqual([{ kind: 'powerCut' }])
  })
})
