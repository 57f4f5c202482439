import { once } from 'node:events'
import { alertsOf, type Alert, isInGeofence, toReading } from '@roadbook/alerts'
import { alertId } from '@roadbook/consumer/alerts/write-alerts'
import { RuleBook } from '@roadbook/consumer/alerts/rule-book'
import type { Fix } from '@roadbook/contracts'
import { createTrackStore } from '@roadbook/track-store'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { ConsumerBench } from '../../support/consumer/consumer-bench.js'
import { until } from '@roadbook/testing/until'

/** Returns fixes of rides there and back with an alarm, a battery that runs low, and a silence of 70 minutes. */
const rides = (begin: string, count: number) => {
  const track = new TrackBuilder(begin)
  for (let nth = 0; nth < count; nth++) {
    track
      .stand(10, { everyS: 60 })
      .ride(20, 18, { everyS: 30 })
      .stand(20, { everyS: 300, says: { batteryPercent: 15 } })
    track.ride(5, 42, { everyS: 20, says: { attributes: { alarm: 'tampering' } } }, 270).silence(70)
    track.ride(15, 18, { everyS: 30, says: { batteryPercent: 60 } }, 270).stand(30, { everyS: 300 })
  }
  return track
}
const day = () => rides('2025-11-20T07:00:00Z', 1)
const evening = () => utc('2025-11-20T12:00:00Z')

describe('alerts of a consumer', () => {
  let bench: ConsumerBench

  beforeAll(async () => {
    bench = await ConsumerBench.open()
    await rules()
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  const ask = async <T extends object>(text: string, values: unknown[] = []) =>
    (await bench.database.pool.query<T>(text, values)).rows
  const start = () => bench.startConsumer({ ALERT_SWEEP_MS: '100' }, evening)

  /** Adds a geofence around the first place of the day, and rules that have been in effect for a long time. */
  async function rules(): Promise<void> {
    const { latitude, longitude } = day().fixes[0]! as Required<Fix>
    const shape = { type: 'Point', coordinates: [longitude, latitude] }
    await ask(
      `INSERT INTO geofences (business_id, name, kind, shape, reach_m, south, north, west, east, effective_from)
       VALUES ($1, 'Yard', 'circle', $2, 800, $3::float8 - 0.01, $3::float8 + 0.01, $4::float8 - 0.015, $4::float8 + 0.015, '2025-01-01')`,
      [bench.businessId, shape, latitude, longitude],
    )
    await ask(
      `INSERT INTO alert_rules (business_id, name, kind, threshold, lasting_s, time_zone, effective_from)
       SELECT $1, kind, kind, threshold, lasting, 'Europe/Vaduz', '2025-01-01' FROM (VALUES ('entry', NULL, 0), ('exit', NULL, 60),
         ('speeding', 35, 0), ('lowBattery', 20, 0), ('tamper', NULL, 0), ('silent', 45, 0)) AS r (kind, threshold, lasting)`,
      [bench.businessId],
    )
  }

  const settled = async () => {
    await bench.quiet()
    const waiting = () => bench.count('(SELECT FROM alert_marks UNION ALL SELECT FROM alert_batches) AS news')
    await until('no news waits', waiting, { withinMs: 120_000, fits: (count) => count === 0 })
  }

  /** Returns the alerts of a vehicle's stored fixes, evaluated in a single run. */
  async function law(deviceId: number): Promise<Alert[]> {
    const book = new RuleBook(bench.database.pool)
    await book.refresh(0)
    const rows = await createTrackStore(bench.database.pool).readWaypoints(deviceId, 0, utc('2099-01-01T00:00:00Z'))
    return alertsOf(
      book.watchOf(bench.businessId, [])!,
      rows.map(({ fix, receivedAt }) => toReading(fix, receivedAt)),
      evening(),
    )
  }
  const expected = (entityId: number, alerts: readonly Alert[]) =>
    alerts
      .map((alert) => ({
        id: alertId({ entityId }, alert),
        kind: alert.kind,
        began_at: new Date(alert.beganAt),
        ended_at: alert.endedAt === undefined ? null : new Date(alert.endedAt),
        value: alert.value ?? null,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  const stored = (entityId: number) =>
    ask<{ id: string; kind: string; began_at: Date; ended_at: Date | null; value: number | null }>(
      `SELECT replace(id::text, '-', '') AS id, kind, began_at, ended_at, value FROM alerts
       WHERE entity_id = $1 AND withdrawn_at IS NULL ORDER BY id`,
      [entityId],
    )
  const news = (entityId: number) =>
    ask<{ kind: string; change: string }>(
      'SELECT a.kind, n.change FROM alert_news n JOIN alerts a ON a.id = n.alert_id WHERE a.entity_id = $1 ORDER BY n.id',
      [entityId],
    )

  it('are those of the day in the order of its times, once each, in whatever order and however often it comes', async () => {
    await start()
    const inOrder = await bench.installDevice()
    const { fixes } = day()
    await bench.sendAll(inOrder.imei, fixes, 7)
    await settled()
    const told = await law(inOrder.deviceId)
    expect(new Set(told.map(({ kind }) => kind))).toEqual(
      new Set(['exit', 'entry', 'speeding', 'lowBattery', 'tamper', 'silent']),
    )
    expect(await stored(inOrder.entityId)).toEqual(expected(inOrder.entityId, told))
    const limits = await ask<{ kind: string; threshold: number | null }>(
      'SELECT DISTINCT kind, threshold FROM alerts WHERE entity_id = $1 ORDER BY kind',
      [inOrder.entityId],
    )
    expect(Object.fromEntries(limits.map(({ kind, threshold }) => [kind, threshold]))).toEqual({
      entry: null,
      exit: null,
      tamper: null,
      speeding: 35,
      lowBattery: 20,
      silent: 45,
    })

    const backwards = await bench.installDevice()
    await bench.sendAll(backwards.imei, fixes.toReversed(), 9)
    await settled()
    await bench.sendAll(backwards.imei, fixes, 13)
    await settled()
    expect(await stored(backwards.entityId)).toEqual(expected(backwards.entityId, await law(backwards.deviceId)))
    const times = async (entityId: number) => (await stored(entityId)).map(({ began_at }) => began_at.getTime()).sort()
    expect(await times(backwards.entityId)).toEqual(await times(inOrder.entityId))
  })

  describe('of messages that have the second of the fix before them', () => {
    /** Returns the fixes of the day. Some of them are followed by messages of the same second with more data. */
    const withFurther = () =>
      day().fixes.flatMap((fix, n): Fix[] => {
        if (n % 3 > 0) return [fix]
        const alarm = { ...fix, attributes: { alarm: 'tampering' } }
        if (n % 2 > 0) return [fix, ...(fix.attributes ? [] : [alarm])]
        return [fix, { ...fix, batteryPercent: n + 100 }, { ...alarm, batteryPercent: 90 }, { ...fix, speedKph: 44 }]
      })
    const times = async (entityId: number) =>
      (await stored(entityId)).map(({ kind, began_at, ended_at, value }) => ({ kind, began_at, ended_at, value })).sort(byBegin)
    const byBegin = (a: { began_at: Date; kind: string }, b: { began_at: Date; kind: string }) =>
      a.began_at.getTime() - b.began_at.getTime() || a.kind.localeCompare(b.kind)

    it.each([
      { what: 'an alarm', kind: 'tamper', says: { attributes: { alarm: 'tampering' } } },
      { what: 'a battery that is low', kind: 'lowBattery', says: { batteryPercent: 5 } },
      { what: 'a speed', kind: 'speeding', says: { speedKph: 60 } },
      { what: 'an alarm without a place', kind: 'tamper', says: { validity: 1 as const, attributes: { alarm: 'removing' } } },
    ])('hear $what, though the vehicle stands', async ({ kind, says }) => {
      await start()
      const { imei, deviceId, entityId } = await bench.installDevice()
      const fixes = new TrackBuilder('2025-11-20T11:00:00Z').stand(30, { everyS: 300 }).fixes
      await bench.sendAll(imei, fixes, 1)
      await settled()
      const last = fixes.at(-1)!
      await bench.send(imei, [{ ...last, ...says }], last.positionedAt + 4_000)
      await bench.send(imei, [{ ...last, ...says }], last.positionedAt + 9_000)
      await settled()
      expect(await stored(entityId)).toMatchObject([{ kind, began_at: new Date(last.positionedAt) }])
      expect(await bench.count(`waypoints WHERE device_id = ${deviceId}`)).toBe(fixes.length + 1)
      expect(await stored(entityId)).toEqual(expected(entityId, await law(deviceId)))
    })

    it('are the same in whatever order, batches and repetitions they come', async () => {
      await start()
      const inOrder = await bench.installDevice()
      const fixes = withFurther()
      const receivedAt = evening()
      await bench.sendAll(inOrder.imei, fixes, 7, receivedAt)
      await settled()
      const told = await law(inOrder.deviceId)
      expect(told.filter(({ kind }) => kind === 'tamper').length).toBeGreaterThan(5)
      expect(await stored(inOrder.entityId)).toEqual(expected(inOrder.entityId, told))

      const otherwise = await bench.installDevice()
      const shuffled = fixes.map((fix, n) => ({ fix, key: (n * 7_919) % 1_009 })).sort((a, b) => a.key - b.key)
      for (const order of [shuffled.map(({ fix }) => fix), fixes.toReversed(), fixes]) {
        await bench.sendAll(otherwise.imei, order, 9, receivedAt)
        await settled()
      }
      expect(await bench.count(`waypoints WHERE device_id = ${otherwise.deviceId}`)).toBe(fixes.length)
      expect(await stored(otherwise.entityId)).toEqual(expected(otherwise.entityId, await law(otherwise.deviceId)))
      expect(await times(otherwise.entityId)).toEqual(await times(inOrder.entityId))
    })

    it('are the same when the consumer dies in between', async () => {
      const { imei, deviceId, entityId } = await bench.installDevice()
      const fixes = withFurther()
      for (let at = 0; at < fixes.length; at += 30) {
        const consumer = await start()
        await bench.sendAll(imei, fixes.slice(at, at + 30), 4)
        await until('something of it is stored', () => bench.count(`waypoints WHERE device_id = ${deviceId}`), {
          fits: (count) => count > at,
        })
        await consumer.close()
      }
      await start()
      await settled()
      expect(await bench.count(`waypoints WHERE device_id = ${deviceId}`)).toBe(fixes.length)
      expect(await stored(entityId)).toEqual(expected(entityId, await law(deviceId)))
    })
  })

  describe('of a vehicle that sleeps and wakes', () => {
    const { latitude, longitude } = day().fixes[0]! as Required<Fix>
    const home = (hours: number, more: Partial<Fix> = {}): Fix => ({
      positionedAt: utc('2025-11-20T02:00:00Z') + hours * 3_605_000,
      validity: 0,
      latitude,
      longitude,
      speedKph: 0,
      ...more,
    })
    const gulf = (hours: number) => home(hours, { latitude: 0, longitude: 9.52 })
    const kinds = async (entityId: number) => (await stored(entityId)).map(({ kind }) => kind).filter((kind) => kind !== 'silent')
    const shown = async (deviceId: number) =>
      (
        await ask<{ latitude: number }>('SELECT latitude / 1e7::float8 AS latitude FROM device_states WHERE device_id = $1', [
          deviceId,
        ])
      )[0]

    it('are none of one reading where it can not be, and nobody is woken to be told so', async () => {
      await start()
      const { imei, deviceId, entityId } = await bench.installDevice()
      for (const fix of [home(0), home(1), home(2), gulf(3)]) {
        await bench.send(imei, [fix])
        await settled()
      }
      expect(await kinds(entityId)).toEqual([])
      expect(await shown(deviceId)).toEqual({ latitude: expect.closeTo(latitude, 5) })
      await bench.send(imei, [home(4)])
      await bench.send(imei, [home(5)])
      await settled()
      expect(await kinds(entityId)).toEqual([])
      expect((await news(entityId)).filter(({ kind }) => kind !== 'silent')).toEqual([])
      expect(await shown(deviceId)).toEqual({ latitude: expect.closeTo(latitude, 5) })
      expect(await bench.count('waypoints WHERE device_id = $1 AND validity = 4', [deviceId])).toBe(1)
    })

    it('are those of the second reading that agrees', async () => {
      await start()
      const { imei, deviceId, entityId } = await bench.installDevice()
      await bench.sendAll(imei, [home(0), home(1), gulf(2)], 1)
      await settled()
      expect(await kinds(entityId)).toEqual([])
      await bench.send(imei, [gulf(2.1)])
      await settled()
      expect(await kinds(entityId)).toEqual(['exit'])
      expect(await shown(deviceId)).toEqual({ latitude: 0 })
    })
  })

  it('of a vehicle that reports in order are found without reading anything back', async () => {
    await start()
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { fixes } = day()
    await bench.sendAll(imei, fixes.slice(0, 40), 10)
    await settled()
    await ask('DELETE FROM waypoints WHERE device_id = $1', [deviceId])
    await bench.sendAll(imei, fixes.slice(40), 10)
    await settled()
    const book = new RuleBook(bench.database.pool)
    await book.refresh(0)
    const told = alertsOf(
      book.watchOf(bench.businessId, [])!,
      fixes.map((fix) => toReading(fix)),
      evening(),
    )
    expect(told.length).toBeGreaterThan(5)
    expect(await stored(entityId)).toEqual(expected(entityId, told))
  })

  it.each([
    {
      what: 'moves to a business that has no rules',
      change: `WITH other AS (INSERT INTO businesses (kind, name) VALUES ('vendor', 'Other') RETURNING id)
        UPDATE entities e SET business_id = other.id FROM other WHERE e.id = $1`,
    },
    { what: 'is deleted', change: 'UPDATE entities SET deleted_at = now() WHERE id = $1' },
    {
      what: 'gives its tracker to another one',
      change: `WITH other AS (INSERT INTO entities (business_id, name, vehicle_type) SELECT business_id, 'Other', vehicle_type FROM entities
        WHERE id = $1 RETURNING id) UPDATE installations i SET entity_id = other.id FROM other WHERE i.entity_id = $1`,
    },
  ])('of a vehicle that $what are found no more, whatever is remembered of it', async ({ change }) => {
    await start()
    const { imei, entityId } = await bench.installDevice()
    const { fixes } = day()
    await bench.sendAll(imei, fixes.slice(0, 40), 10)
    await settled()
    const before = await stored(entityId)
    await ask(change, [entityId])
    await bench.sendAll(imei, fixes.slice(40), 10)
    await settled()
    expect((await stored(entityId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  describe('of a vehicle that wears the tag of a rule', () => {
    const alarm = { says: { attributes: { alarm: 'tampering' } } }
    let tag: number
    let rule: number

    beforeAll(async () => {
      tag = (await ask<{ id: number }>("INSERT INTO tags (type, name) VALUES ('general', 'Guarded') RETURNING id"))[0]!.id
      rule = (
        await ask<{ id: number }>(
          `WITH rule AS (INSERT INTO alert_rules (business_id, name, kind, time_zone, effective_from)
             VALUES ($1, 'Guarded', 'tamper', 'UTC', '2025-01-01') RETURNING id)
           INSERT INTO alert_rule_tags (rule_id, tag_id) SELECT id, $2 FROM rule RETURNING rule_id AS id`,
          [bench.businessId, tag],
        )
      )[0]!.id
      await ask("UPDATE alert_rules SET effective_from = '2025-01-01' WHERE id = $1", [rule])
    })
    afterAll(() => ask('UPDATE alert_rules SET active = false WHERE id = $1', [rule]))

    /** Prepares a vehicle and three rides, each with an alarm at its end. */
    const prepare = async () => {
      await start()
      const track = new TrackBuilder('2025-11-20T07:00:00Z')
      const parts = Array.from({ length: 3 }, () => {
        const before = track.fixes.length
        return track.ride(5, 20).ride(5, 20, alarm).fixes.slice(before)
      })
      return { ...(await bench.installDevice()), parts }
    }
    const putOn = (entityId: number) => ask('INSERT INTO entity_tags (entity_id, tag_id) VALUES ($1, $2)', [entityId, tag])
    const told = async (entityId: number) =>
      (await ask('SELECT FROM alerts WHERE entity_id = $1 AND rule_id = $2 AND withdrawn_at IS NULL', [entityId, rule])).length

    it('are those of the time in which it does', async () => {
      const { imei, entityId, parts } = await prepare()
      const counts: number[] = []
      for (const [nth, part] of parts.entries()) {
        if (nth === 1) await putOn(entityId)
        if (nth === 2) await ask('DELETE FROM entity_tags WHERE entity_id = $1', [entityId])
        await bench.sendAll(imei, part, 10)
        await settled()
        counts.push(await told(entityId))
      }
      expect(counts).toEqual([0, 1, 1])
    })

    it.each([
      ['a fix of the ride since then', (parts: Fix[][]) => parts[1]![6]!],
      ['the first fix since then', (parts: Fix[][]) => parts[1]![0]!],
    ])('are not those of before when %s comes late', async (_, lateOne) => {
      const { imei, entityId, parts } = await prepare()
      const late = lateOne(parts)
      await bench.sendAll(imei, parts[0]!, 10)
      await settled()
      await putOn(entityId)
      await bench.sendAll(
        imei,
        parts[1]!.filter((fix) => fix !== late),
        10,
      )
      await settled()
      await bench.sendAll(imei, [late], 10)
      await settled()
      expect(await told(entityId)).toBe(1)
    })

    it('are not those of before when what was remembered cannot be written at first', async () => {
      const { imei, entityId, parts } = await prepare()
      // The first fixes are stored together with the state. After the other fixes, the state is only in memory.
      await bench.sendAll(imei, parts[0]!.slice(0, 2), 10)
      await settled()
      await bench.sendAll(imei, parts[0]!.slice(2), 10)
      await settled()
      await putOn(entityId)
      await ask(`CREATE SEQUENCE refusals;
        CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN IF nextval('refusals') = 1 THEN RAISE EXCEPTION 'not now'; END IF; RETURN NEW; END $$;
        GRANT USAGE ON SEQUENCE refusals TO PUBLIC;
        CREATE TRIGGER refuse_once BEFORE INSERT ON alert_states FOR EACH ROW EXECUTE FUNCTION refuse_once()`)
      await bench.sendAll(imei, parts[1]!, 10)
      await settled()
      const [refused] = await ask<{ count: string }>('SELECT last_value AS count FROM refusals')
      expect(Number(refused!.count)).toBeGreaterThan(1)
      expect(await told(entityId)).toBe(1)
      await ask('DROP FUNCTION refuse_once CASCADE; DROP SEQUENCE refusals')
    })
  })

  it('of vehicles that several processes look at in turn are those of the day', async () => {
    await start()
    const { fixes } = day()
    const vehicles = await Promise.all(Array.from({ length: 6 }, () => bench.installDevice()))
    const send = async (from: number, till?: number) => {
      for (const { imei } of vehicles) await bench.sendAll(imei, fixes.slice(from, till), 10)
      await settled()
    }
    await send(0, 30)
    const other = await start()
    await send(30, 60)
    await other.close()
    await send(60)
    for (const { entityId, deviceId } of vehicles) expect(await stored(entityId)).toEqual(expected(entityId, await law(deviceId)))
  })

  it('are withdrawn when what comes late disproves them, and it is said so; a repetition says nothing', async () => {
    await start()
    const { imei, entityId } = await bench.installDevice()
    const track = new TrackBuilder('2025-11-20T07:00:00Z').stand(10, { everyS: 60 })
    const heard = [...track.fixes]
    track.stand(60, { everyS: 600 })
    const buffered = track.fixes.slice(heard.length)
    const after = buffered.splice(-1)
    await ask("INSERT INTO webhooks (business_id, name, url, kinds, secret) VALUES ($1, 'ours', 'https://x.example', $2, '')", [
      bench.businessId,
      ['alert.raised', 'alert.withdrawn'],
    ])
    await bench.sendAll(imei, heard)
    await bench.sendAll(imei, after)
    await settled()
    const silence = async () => (await news(entityId)).filter(({ kind }) => kind === 'silent').map(({ change }) => change)
    // There are two silences: one within the day, and one since the last message five hours ago.
    expect(await silence()).toEqual(['raised', 'raised'])
    await bench.sendAll(imei, buffered)
    await settled()
    expect(await silence()).toEqual(['raised', 'raised', 'withdrawn'])
    const told = await ask<{ kind: string; silent: boolean }>(
      "SELECT kind, body ->> 'alert' = 'silent' AS silent FROM webhook_events WHERE entity_id = $1 ORDER BY id",
      [entityId],
    )
    expect(told.filter(({ silent }) => silent).map(({ kind }) => kind)).toEqual([
      ...['alert.raised', 'alert.raised', 'alert.withdrawn'],
    ])
    const before = await news(entityId)
    await bench.sendAll(imei, [...heard, ...buffered, ...after])
    await settled()
    expect(await news(entityId)).toEqual(before)
  })

  it('of a vehicle that is silent already are told when somebody makes a rule of it', async () => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    await start()
    await bench.sendAll(imei, new TrackBuilder('2025-11-20T07:00:00Z').stand(10, { everyS: 60 }).fixes)
    await settled()
    await ask('DELETE FROM alert_states USING installations i WHERE i.id = installation_id AND i.device_id = $1', [deviceId])
    const [rule] = await ask<{ id: number }>(
      `INSERT INTO alert_rules (business_id, name, kind, threshold, time_zone, effective_from)
       VALUES ($1, 'Quiet', 'silent', 30, 'UTC', '2025-11-20T11:00Z') RETURNING id`,
      [bench.businessId],
    )
    await settled()
    expect(await ask('SELECT began_at, late FROM alerts WHERE entity_id = $1 AND rule_id = $2', [entityId, rule?.id])).toEqual([
      { began_at: new Date('2025-11-20T11:00Z'), late: false },
    ])
  })

  it('stand when the fence that they speak of is changed, whatever comes late after that', async () => {
    await start()
    const { imei, entityId } = await bench.installDevice()
    const { fixes } = day()
    const late = fixes.slice(2, 4)
    await bench.sendAll(
      imei,
      fixes.filter((fix) => !late.includes(fix)),
    )
    await settled()
    const before = (await stored(entityId)).filter(({ kind }) => kind === 'exit')
    expect(before).not.toEqual([])
    await ask('UPDATE geofences SET reach_m = 900')
    await ask("UPDATE geofences SET effective_from = '2025-11-20T11:00Z'")
    await bench.sendAll(imei, late)
    await settled()
    expect((await stored(entityId)).filter(({ kind }) => kind === 'exit')).toEqual(before)
    await ask("UPDATE geofences SET effective_from = '2025-01-01'")
  })

  it('of a device that came back to the same vehicle stand when something of its first stay comes late', async () => {
    await start()
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { fixes } = day()
    const [first, second] = [fixes.slice(0, 8), fixes.slice(8)]
    const parted = new Date(second[0]!.positionedAt - 1)
    await ask('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, parted])
    await ask('INSERT INTO installations (device_id, entity_id, business_id, installed_at) VALUES ($1, $2, $3, $4)', [
      ...[deviceId, entityId, bench.businessId],
      new Date(parted.getTime() + 1),
    ])
    const late = first.splice(3, 2)
    await bench.sendAll(imei, first)
    await bench.sendAll(imei, second)
    await settled()
    const before = await stored(entityId)
    expect(before.map(({ kind }) => kind)).toContain('tamper')
    await bench.sendAll(imei, late)
    await settled()
    expect(await stored(entityId)).toEqual(before)
  })

  it('end when the tracker leaves the vehicle, and go on when that is taken back', async () => {
    await start()
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { fixes } = new TrackBuilder('2025-11-20T10:00:00Z').stand(100, { everyS: 120, says: { batteryPercent: 15 } })
    await bench.sendAll(imei, fixes)
    await settled()
    const open = async () => (await stored(entityId)).map(({ kind, ended_at }) => [kind, ended_at])
    expect(await open()).toEqual([['lowBattery', null]])
    const goneAt = new Date('2025-11-20T11:45:00Z')
    await ask('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, goneAt])
    await settled()
    expect(await open()).toEqual([['lowBattery', goneAt]])
    expect(await news(entityId)).toEqual([
      { kind: 'lowBattery', change: 'raised' },
      { kind: 'lowBattery', change: 'ended' },
    ])
    await ask('UPDATE installations SET removed_at = NULL WHERE device_id = $1', [deviceId])
    await settled()
    expect(await open()).toEqual([['lowBattery', null]])
  })

  it('of the time after the tracker left are withdrawn when that is said later, and restored when it is taken back', async () => {
    await start()
    const { imei, deviceId, entityId } = await bench.installDevice()
    const track = new TrackBuilder('2025-11-20T10:00:00Z').stand(60, { everyS: 120 })
    const { fixes } = track.stand(40, { everyS: 120, says: { batteryPercent: 15 } })
    await bench.sendAll(imei, fixes)
    await settled()
    const kinds = async () => (await stored(entityId)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['lowBattery'])
    await ask("UPDATE installations SET removed_at = '2025-11-20T10:30Z' WHERE device_id = $1", [deviceId])
    await settled()
    expect(await kinds()).toEqual([])
    expect((await news(entityId)).map(({ change }) => change)).toEqual(['raised', 'withdrawn'])
    await ask('UPDATE installations SET removed_at = NULL WHERE device_id = $1', [deviceId])
    await settled()
    expect(await kinds()).toEqual(['lowBattery'])
  })

  it('of silence end when the tracker leaves the vehicle, with how long it was', async () => {
    await start()
    const { imei, deviceId, entityId } = await bench.installDevice()
    await bench.sendAll(imei, new TrackBuilder('2025-11-20T10:00:00Z').stand(10, { everyS: 60 }).fixes)
    await settled()
    const silent = async () => (await stored(entityId)).filter(({ kind }) => kind === 'silent')
    await until('an alert of silence', silent, { fits: ({ length }) => length > 0 })
    const goneAt = new Date('2025-11-20T11:50:00Z')
    await ask('UPDATE installations SET removed_at = $2 WHERE device_id = $1', [deviceId, goneAt])
    await until('the silence has ended', silent, { fits: (alerts) => alerts.every(({ ended_at }) => ended_at !== null) })
    for (const { began_at, ended_at, value } of await silent())
      expect({ ended_at, value }).toEqual({ ended_at: goneAt, value: Math.floor((+goneAt - +began_at) / 60_000) })
    expect((await news(entityId)).map(({ change }) => change)).not.toContain('withdrawn')
  })

  it('G-106 G-107 tells nothing of a vehicle on which its tracker is on paper alone', async () => {
    const { imei, deviceId, entityId } = await bench.installDevice()
    const { fixes } = day()
    const [moved] = await ask<{ moved_at: Date }>(
      `WITH k AS (INSERT INTO consumers (business_id, first_name, last_name) VALUES ($2, 'Ada', 'Byron') RETURNING id)
       UPDATE installations SET followed_consumer_id = k.id FROM k WHERE device_id = $1 RETURNING to_timestamp($3) AS moved_at`,
      [deviceId, bench.businessId, fixes[60]!.positionedAt / 1_000],
    )
    await start()
    await bench.sendAll(imei, fixes.slice(0, 60))
    await settled()
    expect(await stored(entityId)).toEqual([])
    await ask('UPDATE installations SET moved_at = $2 WHERE device_id = $1', [deviceId, moved!.moved_at])
    await bench.sendAll(imei, fixes.slice(60))
    await settled()
    const told = await stored(entityId)
    expect(told.map(({ kind }) => kind)).toContain('tamper')
    expect(told.filter(({ began_at }) => began_at < moved!.moved_at)).toEqual([])
  })

  it(
    'F2 none is lost and none told twice by a consumer that is killed again and again',
    async () => {
      const { imei, deviceId, entityId } = await bench.installDevice()
      const kills = Number(process.env['ALERT_KILLS'] ?? 4)
      // Each process that is killed must have something to do.
      const { fixes } = rides('2025-11-15T07:00:00Z', Math.ceil(kills / 20))
      for (let nth = 0; nth < kills; nth++) {
        const child = bench.spawnConsumer({ ALERT_SWEEP_MS: '1' })
        const piece = fixes.filter((_, at) => at % kills === nth)
        await bench.sendAll(imei, nth % 2 ? piece.toReversed() : piece, 2)
        await until('a part of the day is stored', () => bench.count('waypoints WHERE device_id = $1', [deviceId]), {
          everyMs: 20,
          fits: (count) => count > (nth * fixes.length) / kills,
        })
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await start()
      await settled()
      // The killed processes used the wall clock for silence. By the clock of this process, their silence has ended or
      // never began. So silence is left out.
      const withoutSilence = (kind: string) => kind !== 'silent'
      const found = (await stored(entityId)).filter(({ kind }) => withoutSilence(kind))
      expect(found).toEqual(expected(entityId, await law(deviceId)).filter(({ kind }) => withoutSilence(kind)))
      const raised = (await news(entityId)).filter(({ change }) => change === 'raised')
      const alerts = await bench.count('alerts WHERE entity_id = $1', [entityId])
      expect(raised).toHaveLength(alerts)
      expect(alerts).toBeGreaterThan(kills / 4)
    },
    180_000 + Number(process.env['ALERT_KILLS'] ?? 0) * 10_000,
  )

  it('know a place of several parts as one place', async () => {
    const ring = (west: number) => [[west, 60], [west + 0.1, 60], [west + 0.1, 60.1], [west, 60]] // prettier-ignore
    const shape = { type: 'MultiPolygon', coordinates: [[ring(9.5)], [ring(9.9)]] }
    await ask(
      `INSERT INTO geofences (business_id, name, kind, shape, south, north, west, east) VALUES ($1, 'Zone', 'polygon', $2, 60, 60.1, 9.5, 10)`,
      [bench.businessId, shape],
    )
    const book = new RuleBook(bench.database.pool)
    await book.refresh(0)
    const isIn = (longitude: number) => {
      const place = { latitude: 60.01, longitude }
      return book
        .watchOf(bench.businessId, [])!
        .fences.holding(place)
        .map((fence) => isInGeofence(fence, place))
    }
    expect([9.55, 9.75, 9.95].map(isIn)).toEqual([[true], [false], [true]])
  })
})
