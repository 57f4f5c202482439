import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Fix } from '@roadbook/contracts'
import { findProtocol, PROTOCOLS, type Decoded, type Protocol } from '@roadbook/protocols'
import { frameOfLine, lineOfFrame } from '@roadbook/tools/log/stored-frame'
import type { DeviceDifference } from '@roadbook/tools/replay/compare-device'
import { publishAgain } from '@roadbook/tools/replay/publish-again'
import { redecodeStored } from '@roadbook/tools/replay/redecode-stored'
import { DifferenceReport } from '@roadbook/tools/replay/report'
import { settledTill } from '@roadbook/tools/replay/settled-till'
import { framesOfFile, type FrameSource, type Selection } from '@roadbook/tools/replay/selection'
import { asStored, createTrackStore } from '@roadbook/track-store'
import { TrackBuilder, utc } from '@roadbook/trips/track-builder'
import { ConsumerBench, expectedTrips } from '../../support/consumer/consumer-bench.js'
import { dayOf, evening, ReplayRig, teltonika } from './replay.rig.js'

const wholeDay = { from: utc('2025-11-20T00:00:00Z'), till: utc('2025-11-21T00:00:00Z') }

/** Returns a decoder that decodes the fixes of one tracker differently. */
const changedDecoder = (change: (fixes: Fix[]) => Fix[]): Protocol[] => [
  {
    ...teltonika,
    decode: (frame, session): Decoded => {
      const decoded = teltonika.decode(frame, session)
      return decoded.kind === 'packet' ? { ...decoded, fixes: change(decoded.fixes) } : decoded
    },
  },
]

describe('replaying stored packets', () => {
  let bench: ConsumerBench
  let rig: ReplayRig
  beforeAll(async () => {
    bench = await ConsumerBench.open()
    rig = new ReplayRig(bench)
  })
  afterEach(() => bench.stopConsumers())
  afterAll(() => bench.close())

  async function redecode(
    selection: Selection,
    protocols: readonly Protocol[] = PROTOCOLS,
    { apply = false, from = rig.source }: { apply?: boolean; from?: FrameSource } = {},
  ) {
    const differences: DeviceDifference[] = []
    const said: string[] = []
    const report = new DifferenceReport({ mostWaypoints: 20, say: (line) => said.push(line) })
    const result = await redecodeStored({
      pool: bench.database.pool,
      source: from,
      selection,
      protocols,
      apply,
      onDevice: (difference) => {
        differences.push(difference)
        report.add(difference)
      },
      onUnknown: (imei, frames) => report.addUnknown(imei, frames),
      now: () => evening,
    })
    report.end()
    return { ...result, differences, said }
  }

  it('a day of a fleet, with repeats, late and damaged data, decoded again by the same decoder is no difference', async () => {
    const devices = await Promise.all(Array.from({ length: 12 }, () => bench.installDevice()))
    for (const [number, { imei }] of devices.entries()) {
      const fixes = dayOf(number)
      const buffered = fixes.slice(40, 70)
      await rig.publishDay(
        imei,
        fixes.filter((fix) => !buffered.includes(fix)),
      )
      // These frames are received hours late and in reverse order. Some of them come twice.
      await rig.publishFrame(imei, buffered.toReversed(), fixes.at(-1)!.positionedAt + 3_600_000)
      await rig.publishFrame(imei, fixes.slice(60, 80), fixes.at(-1)!.positionedAt + 3_700_000)
      // Four strange fixes: a jump of the position, a fix without enough satellites, an impossible date, and a time that
      // occurs twice.
      const stray = { ...fixes[90]!, positionedAt: fixes[90]!.positionedAt + 4_000, latitude: 48.1 }
      const blind = { ...fixes[95]!, positionedAt: fixes[95]!.positionedAt + 4_000, satellites: 2 }
      const wild = { ...fixes[0]!, positionedAt: utc('2035-01-01T00:00:00Z') }
      await rig.publishFrame(imei, [stray, blind, wild, { ...stray, speedKph: 99 }], fixes.at(-1)!.positionedAt + 3_800_000)
    }
    await rig.consume()
    const imeis = devices.map(({ imei }) => imei)
    const { trackers, different, differences, said } = await redecode({ ...wholeDay, imeis })
    expect(differences.flatMap(({ changed, added, missing }) => [...changed, ...added, ...missing])).toEqual([])
    expect({ trackers, different }).toEqual({ trackers: 12, different: 0 })
    expect(differences.every(({ same, trips }) => same > 250 && trips.unchanged >= 2)).toBe(true)
    expect(said).toEqual([
      expect.stringMatching(/^12 trackers, \d+ packets, \d+ fixes decoded$/),
      expect.stringMatching(/^waypoints {2}\d+ as stored, 0 added, 0 missing, 0 changed, 0 newly set aside$/),
      expect.stringMatching(/^trips {6}\d+ as stored, 0 added, 0 removed, 0 changed$/),
      'no difference',
    ])
  })

  describe('of every protocol', () => {
    const names = PROTOCOLS.filter(({ tracker }) => tracker).map(({ name }) => name)
    const imeis = new Map<string, string>()

    // One consumer processes all of them.
    beforeAll(async () => {
      const fixes = dayOf(0)
      for (const name of names) {
        const { imei } = await bench.installDevice()
        const sent = await rig.publishDayOf(findProtocol(name) as Protocol, imei, fixes)
        expect([name, sent >= fixes.length]).toEqual([name, true])
        imeis.set(name, imei)
      }
      await rig.consume()
    })

    it.each(names)('a day of a %s tracker decoded again is no difference, also from an exported file', async (name) => {
      const imei = imeis.get(name)!
      const { differences, ...result } = await redecode({ imeis: [imei] })
      expect(
        differences.flatMap(({ changed, added, missing, unreadable }) => [...changed, ...added, ...missing, ...unreadable]),
      ).toEqual([])
      expect(result).toMatchObject({ trackers: 1, different: 0 })
      const frames: FrameSource = {
        async *frames(selection) {
          for await (const frame of rig.source.frames(selection)) yield frameOfLine(lineOfFrame(frame))
        },
      }
      expect(await redecode({ imeis: [imei] }, PROTOCOLS, { from: frames })).toMatchObject({ trackers: 1, different: 0 })
    })
  })

  it('shows exactly what a changed decoder changes, field by field, before anything is written', async () => {
    const { imei, deviceId, fixes } = await rig.withStoredDay()
    const untouched = await rig.withStoredDay(1)
    const [faster, renamed, dropped, misdated] = [60, 61, 80, 160].map((at) => fixes[at]!.positionedAt) as [
      number,
      number,
      number,
      number,
    ]
    const protocols = changedDecoder((decoded) =>
      decoded.flatMap((fix) => {
        if (fix.positionedAt === faster) return [{ ...fix, speedKph: 21, heading: 91 }]
        if (fix.positionedAt === renamed) return [{ ...fix, attributes: { ...fix.attributes, io999: 7 } }]
        if (fix.positionedAt === dropped) return []
        if (fix.positionedAt === misdated) return [{ ...fix, positionedAt: misdated + 1_000 }]
        return [fix]
      }),
    )
    const before = await bench.trips(deviceId)
    const { different, differences, said } = await redecode({ imeis: [imei] }, protocols)
    expect(different).toBe(1)
    expect(differences[0]).toMatchObject({
      imei,
      changed: [
        {
          stored: { fix: { positionedAt: faster } },
          fields: [{ field: 'speedKph', before: 18, after: 21 }, { field: 'heading' }],
        },
        {
          stored: { fix: { positionedAt: renamed } },
          fields: [{ field: 'attributes.io999', before: undefined, after: 7 }],
        },
      ],
      added: [{ fix: { positionedAt: misdated + 1_000 } }],
      missing: [{ fix: { positionedAt: dropped } }, { fix: { positionedAt: misdated } }],
      unreadable: [],
    })
    const [ride] = before
    expect(differences[0]!.trips).toMatchObject({ added: [], removed: [] })
    expect(differences[0]!.trips.changed.map(({ stored, fresh }) => [stored.id, fresh.maxSpeedKph])).toContainEqual([
      ride!.id,
      21,
    ])
    expect(said.every((line) => line.length <= 100)).toBe(true)
    expect(said).toContain(
      `  waypoint ~ ${new Date(faster).toISOString().replace('.000', '')}  speedKph 18 → 21, heading 90 → 91`,
    )
    expect(said.at(-1)).toBe('there are differences')
    expect(await bench.trips(deviceId)).toEqual(before)
    // The other trackers are unchanged.
    expect(await redecode({ imeis: [untouched.imei] })).toMatchObject({ trackers: 1, different: 0 })
  })

  it('corrects waypoints in place and cuts the trips again, with their ids, while a consumer runs', async () => {
    const { imei, deviceId, fixes } = await rig.withStoredDay()
    const before = await bench.trips(deviceId)
    // The old decoder had put the whole first ride a few metres away from the road. Also, the first half of this ride was
    // not a ride.
    const corrected = (fix: Fix): Fix =>
      fix.positionedAt < utc('2025-11-20T06:40:00Z')
        ? { ...fix, latitude: 52.0907, longitude: 5.1214, speedKph: 0 }
        : { ...fix, ...(fix.latitude !== undefined && { latitude: fix.latitude + 0.0002 }) }
    const protocols = changedDecoder((decoded) => decoded.map(corrected))
    await bench.startConsumer({}, () => evening)
    const looked = await redecode({ imeis: [imei] }, protocols)
    const applied = await redecode({ imeis: [imei] }, protocols, { apply: true })
    expect(applied.differences).toEqual(looked.differences)
    expect(await redecode({ imeis: [imei] }, protocols)).toMatchObject({ trackers: 1, different: 0 })
    const after = await bench.trips(deviceId)
    expect(after).toMatchObject(expectedTrips(fixes.map(corrected)))
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const { rows } = await bench.database.pool.query(
      'SELECT start_latitude FROM trips WHERE device_id = $1 ORDER BY started_at DESC LIMIT 1',
      [deviceId],
    )
    const start = fixes.find(({ positionedAt }) => positionedAt === after.at(-1)!.started_at.getTime())!
    expect(rows).toEqual([{ start_latitude: Math.round((start.latitude! + 0.0002) * 1e7) }])
    // The device continues from the corrected state.
    const more = new TrackBuilder('2025-11-20T17:00:00Z').ride(10, 18, { everyS: 30 }).fixes
    await rig.publishDay(imei, more)
    await bench.quiet()
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips([...fixes.map(corrected), ...more]))
  })

  it('does not take for a difference what a consumer has stored and not yet cut into the trip under way', async () => {
    const { imei, deviceId } = await bench.installDevice()
    const track = new TrackBuilder('2025-11-20T17:30:00Z').stand(10, { everyS: 60 }).ride(10, 18, { everyS: 10 })
    const before = track.fixes.length
    await rig.publishDay(imei, track.fixes)
    await rig.consume()
    const trips = await bench.trips(deviceId)
    const more = track.ride(2, 18, { everyS: 10 }).fixes.slice(before)
    await rig.publishDay(imei, more)
    const rows = more.map((fix) => ({
      deviceId,
      receivedAt: more.at(-1)!.positionedAt + 1_500,
      fix: asStored({ ...fix, altitudeM: 0 }),
    }))
    await createTrackStore(bench.database.pool).writeWaypoints(rows)
    expect(await bench.trips(deviceId)).toEqual(trips)
    expect(await redecode({ imeis: [imei] })).toMatchObject({ trackers: 1, different: 0 })
  })

  it('does not take packets that wait for a consumer for missing ones', async () => {
    const { imei } = await rig.withStoredDay()
    const log = bench.log
    expect(await settledTill(log, undefined, Date.now())).toBeLessThan(Date.now())
    const before = Date.now()
    await rig.publishFrame(imei, dayOf(9).slice(0, 3), before)
    const till = await settledTill(log, undefined, before + 3_600_000)
    expect(till).toBeLessThan(before)
    expect(await redecode({ imeis: [imei], till })).toMatchObject({ trackers: 1, different: 0 })
    expect(await settledTill(log, utc('2025-11-20T12:00:00Z'), before)).toBe(utc('2025-11-20T12:00:00Z'))
    await rig.consume()
  })

  it('leaves alone what a frame gave that today’s decoder cannot read, and says so', async () => {
    const { imei, deviceId, fixes } = await rig.withStoredDay()
    const broken: Protocol = { ...teltonika, decode: () => ({ kind: 'decodeError', cause: 'content', reason: 'no idea' }) }
    const { differences, said } = await redecode({ imeis: [imei] }, [broken], { apply: true })
    expect(differences[0]).toMatchObject({ missing: [], changed: [], trips: { removed: [], changed: [] } })
    expect(differences[0]!.unreadable).toHaveLength(Math.ceil(fixes.length / 15))
    expect(said.join('\n')).toContain('no idea')
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
  })

  it('leaves alone what came in packets that are not selected', async () => {
    const { imei, fixes } = await rig.withStoredDay()
    const till = fixes[100]!.positionedAt
    const nothing = changedDecoder(() => [])
    const { differences } = await redecode({ imeis: [imei], till }, nothing)
    const gone = differences[0]!.missing.map(({ fix }) => fix.positionedAt)
    expect(gone.length).toBeGreaterThan(0)
    expect(Math.max(...gone)).toBeLessThan(till)
  })

  it('publishes packets again, from which a consumer mends lost waypoints and trips', async () => {
    const { imei, deviceId, fixes } = await rig.withStoredDay()
    const { pool } = bench.database
    await pool.query('DELETE FROM waypoints WHERE device_id = $1 AND positioned_at > $2', [
      deviceId,
      new Date(fixes[40]!.positionedAt),
    ])
    await publishAgain(bench.log, rig.source, { imeis: [imei] })
    await rig.consume()
    expect(await bench.count('waypoints WHERE device_id = $1', [deviceId])).toBe(fixes.length)
    expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    // The log now contains the frames twice. The result must be the same.
    expect(await redecode({ imeis: [imei] })).toMatchObject({ trackers: 1, different: 0 })
  })

  describe('from a file', () => {
    let folder: string
    beforeAll(() => {
      folder = mkdtempSync(path.join(tmpdir(), 'roadbook-replay-'))
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    it('exported from the log says the same as the log, and stores it in another installation', async () => {
      const { imei, deviceId, fixes } = await rig.withStoredDay()
      const file = path.join(folder, 'export.jsonl')
      const lines: string[] = []
      for await (const frame of rig.source.frames({ imeis: [imei] })) lines.push(lineOfFrame(frame))
      writeFileSync(file, `${lines.join('\n')}\n`)
      expect(await redecode({ imeis: [] }, PROTOCOLS, { from: framesOfFile(file) })).toMatchObject({ trackers: 1, different: 0 })
      // The lines do not contain the packets that were decoded when the frames came. A capture of another operator looks
      // the same.
      const raw = lines.map((line) => JSON.stringify({ ...(JSON.parse(line) as object), packet: undefined }))
      writeFileSync(file, raw.join('\n'))
      await bench.database.pool.query('DELETE FROM trips WHERE device_id = $1', [deviceId])
      await bench.database.pool.query('DELETE FROM waypoints WHERE device_id = $1', [deviceId])
      await bench.database.pool.query('DELETE FROM device_states WHERE device_id = $1', [deviceId])
      expect(await publishAgain(bench.log, framesOfFile(file), { imeis: [] })).toEqual({
        published: lines.length,
        unreadable: [],
      })
      await rig.consume()
      expect(await bench.trips(deviceId)).toMatchObject(expectedTrips(fixes))
    })

    it.each([
      ['{', 'not JSON'],
      ['{"imei":"12","protocol":"teltonika","receivedAt":1,"raw":""}', '"imei": must be an IMEI of 15 digits'],
      ['{"imei":"356307042441013","protocol":"teltonika","receivedAt":1,"raw":"0x"}', '"raw": must be hexadecimal'],
      ['{"imei":"356307042441013","protocol":"teltonika","receivedAt":1}', 'neither "raw" nor "packet"'],
    ])('names the line that is wrong, and why: %s', async (line, reason) => {
      const file = path.join(folder, 'wrong.jsonl')
      writeFileSync(file, `\n${line}\n`)
      const all = async () => {
        for await (const _ of framesOfFile(file).frames({ imeis: [] })) continue
      }
      await expect(all()).rejects.toThrow(`${file}:2: ${reason}`)
    })
  })
})
