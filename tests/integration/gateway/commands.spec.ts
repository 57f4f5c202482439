import { PROTOCOLS } from '@roadbook/protocols'
import { Codec, MessageType } from '@roadbook/protocols/teltonika/layout'
import { writeMessage } from '@roadbook/protocols/teltonika/write-frame'
import { aFix, seededRandom, SimulatedTracker } from '@roadbook/testing'
import { CommandBench, type GatewayProcess } from '../../support/gateway/command-bench.js'
import { CommandTracker } from '../../support/gateway/command-tracker.js'
import { until } from '@roadbook/testing/until'
import { sized } from '@roadbook/testing/proof'

const version = (text: string) => (text === 'getver' ? 'Ver:03.27.07_00' : `${text} done`)

/** Number of rounds. In each round, a gateway is killed. */
const ROUNDS = sized('kills', 2, 10)

describe('commands to trackers', () => {
  let bench: CommandBench
  let gateway: GatewayProcess
  const trackers: CommandTracker[] = []
  const logIn = async (port: number, imei: string, answer?: (text: string) => string | undefined) => {
    const tracker = await CommandTracker.logIn(port, imei, answer)
    trackers.push(tracker)
    return tracker
  }

  beforeAll(async () => {
    bench = await CommandBench.open()
    // If a protocol has room for only twelve digits, trackers use the number of their SIM instead of an IMEI. The number is
    // set before a gateway knows the tracker, because a gateway closes the connection of a tracker whose registration
    // changes.
    await bench.database.pool.query("UPDATE devices SET tracker_id = '0' || right(imei, 11)")
  })
  beforeEach(async () => {
    gateway = await bench.aloneWithGateway()
  })
  afterEach(() => {
    for (const tracker of trackers.splice(0)) tracker.hangUp()
  })
  afterAll(() => bench.close())

  it('are sent once to a tracker that is connected, and its answer is noted', async () => {
    const device = bench.addDevice()
    const tracker = await logIn(gateway.port, device.imei, version)
    const id = await bench.ask(device, 'getver')
    expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ reply: 'Ver:03.27.07_00', failure: null })
    expect(tracker.commands).toEqual(['getver'])
  })

  it('wait for a tracker that is away, and follow one another when it comes', async () => {
    const device = bench.addDevice()
    const ids = [await bench.ask(device, 'getver'), await bench.ask(device, 'getinfo'), await bench.ask(device, 'getgps')]
    const tracker = await logIn(gateway.port, device.imei, version)
    for (const id of ids) await bench.reaches(id, 'acknowledged')
    expect(tracker.commands).toEqual(['getver', 'getinfo', 'getgps'])
    const [first, second] = await Promise.all(ids.map((id) => bench.command(id)))
    expect(second?.sent_at?.getTime()).toBeGreaterThanOrEqual(first?.replied_at?.getTime() ?? NaN)
  })

  it('survive the death of a gateway before it took them, and go to the one that the tracker finds next', async () => {
    const device = bench.addDevice()
    const first = await logIn(gateway.port, device.imei, version)
    await gateway.kill()
    const id = await bench.ask(device, 'getver')
    const second = await bench.startGateway()
    const tracker = await logIn(second.port, device.imei, version)
    await bench.reaches(id, 'acknowledged')
    expect([first.commands, tracker.commands]).toEqual([[], ['getver']])
  })

  it('are not sent again when the gateway died after it took them: they fail by time, and the next one goes out', async () => {
    const device = bench.addDevice()
    const first = await logIn(gateway.port, device.imei)
    const id = await bench.ask(device, 'reboot')
    const next = await bench.ask(device, 'getver')
    await first.got(1)
    await gateway.kill()
    const second = await bench.startGateway()
    const tracker = await logIn(second.port, device.imei, version)
    expect(await bench.reaches(id, 'failed')).toMatchObject({ failure: 'no_answer', reply: null })
    await bench.reaches(next, 'acknowledged')
    expect([first.commands, tracker.commands]).toEqual([['reboot'], ['getver']])
  })

  it('are not sent by anybody when the gateway died between taking and writing', async () => {
    const device = bench.addDevice()
    const id = await bench.ask(device, 'reboot')
    await bench.database.pool.query(
      `UPDATE device_commands SET state = 'sent', gateway = 'dead', serial = 1, sent_at = now(), answer_by = now() + interval '1 second'
       WHERE id = $1`,
      [id],
    )
    const tracker = await logIn(gateway.port, device.imei, version)
    await bench.reaches(id, 'failed')
    await bench.reaches(await bench.ask(device, 'getver'), 'acknowledged')
    expect(tracker.commands).toEqual(['getver'])
  })

  it('are sent by one of two gateways that both believe to hold the tracker', async () => {
    const other = await bench.startGateway()
    const device = bench.addDevice()
    const both = [await logIn(gateway.port, device.imei, version), await logIn(other.port, device.imei, version)]
    const texts = Array.from({ length: 20 }, (_, number) => `getparam ${number}`)
    const ids: number[] = []
    for (const text of texts) ids.push(await bench.ask(device, text))
    for (const id of ids) await bench.reaches(id, 'acknowledged')
    expect(both.flatMap(({ commands }) => commands).sort()).toEqual([...texts].sort())
  })

  it('expire when the tracker does not come in time, and are not sent when it comes later (S27)', async () => {
    const device = bench.addDevice()
    const id = await bench.ask(device, 'getver', { expiresInMs: 300 })
    await bench.reaches(id, 'expired')
    const tracker = await logIn(gateway.port, device.imei, version)
    await bench.reaches(await bench.ask(device, 'getinfo'), 'acknowledged')
    expect(tracker.commands).toEqual(['getinfo'])
  })

  it('fail with the reason when the protocol cannot carry them', async () => {
    const device = bench.addDevice()
    const tracker = await logIn(gateway.port, device.imei, version)
    const failed = await bench.reaches(await bench.ask(device, 'getvér'), 'failed')
    expect(failed).toMatchObject({ failure: 'not_sendable', failure_detail: expect.stringContaining('ASCII') })
    expect(tracker.commands).toEqual([])
  })

  it('fail when the tracker refuses, with its words', async () => {
    const device = bench.addDevice()
    const tracker = await logIn(gateway.port, device.imei)
    const id = await bench.ask(device, 'getver')
    await tracker.got(1)
    const body = Buffer.concat([Buffer.from(device.imei.padStart(16, '0'), 'hex'), Buffer.from('not mine')])
    tracker.socket.write(writeMessage(Codec.codec14, MessageType.refusal, body))
    expect(await bench.reaches(id, 'failed')).toMatchObject({ failure: 'refused', reply: 'not mine' })
  })

  it('count as done when the answer comes late after all', async () => {
    const device = bench.addDevice()
    const tracker = await logIn(gateway.port, device.imei)
    const id = await bench.ask(device, 'getver')
    expect(await bench.reaches(id, 'failed')).toMatchObject({ failure: 'no_answer' })
    tracker.say('at last')
    expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ reply: 'at last', failure: null })
  })

  it('take no answer from another tracker, and an answer to nobody disturbs nobody (S27)', async () => {
    const [device, other] = [bench.addDevice(), bench.addDevice()]
    const tracker = await logIn(gateway.port, device.imei)
    const stranger = await logIn(gateway.port, other.imei, version)
    const id = await bench.ask(device, 'getver')
    await tracker.got(1)
    stranger.say('it was me')
    await bench.reaches(await bench.ask(other, 'getinfo'), 'acknowledged')
    expect(await bench.command(id)).toMatchObject({ state: 'sent', reply: null })
    tracker.say('no, me')
    expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ reply: 'no, me' })
    tracker.say('and again')
    await bench.reaches(await bench.ask(other, 'getstatus'), 'acknowledged')
    expect(await bench.command(id)).toMatchObject({ reply: 'no, me' })
  })

  it('keep their answer while the database cannot take it', async () => {
    const device = bench.addDevice()
    const tracker = await logIn(gateway.port, device.imei)
    const id = await bench.ask(device, 'getver')
    await tracker.got(1)
    const blocker = await bench.database.pool.connect()
    await blocker.query('BEGIN; LOCK TABLE device_commands IN ACCESS EXCLUSIVE MODE')
    tracker.say('Ver:1')
    await until('the answer is in the log', async () => {
      const { rows } = await bench.database.pool.query<object>(
        "SELECT 1 FROM event_log WHERE topic = 'tracker.events' AND key = $1 AND convert_from(value, 'UTF8') LIKE '%Ver:1%'",
        [Buffer.from(device.imei)],
      )
      return rows[0]
    })
    await gateway.kill()
    await blocker.query('ROLLBACK')
    blocker.release()
    expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ reply: 'Ver:1' })
  })

  it('remember what a tracker spoke last', async () => {
    const device = bench.addDevice()
    await logIn(gateway.port, device.imei)
    const spoken = async () =>
      (await bench.database.pool.query('SELECT protocol FROM devices WHERE id = $1', [device.deviceId])).rows[0]
    await until('the device speaks Teltonika', spoken, { fits: ({ protocol }) => protocol === 'teltonika' })
  })

  describe('R-218 that locate', () => {
    const locate = { kind: 'locate', expiresInMs: 120_000 } as const
    const ON = 'setparam 800:2'
    const OFF = 'setparam 800:0'
    const due = (id: number) =>
      bench.database.pool.query("UPDATE device_commands SET not_before = now() WHERE undo_of = $1 AND state = 'queued'", [id])

    it('switch Bluetooth on in the maker’s words, and off ten minutes after the answer', async () => {
      const device = bench.addDevice()
      const tracker = await logIn(gateway.port, device.imei, version)
      const id = await bench.ask(device, null, locate)
      const on = await bench.reaches(id, 'acknowledged')
      const off = await bench.undoOf(id)
      expect([tracker.commands, off?.state]).toEqual([[ON], 'queued'])
      expect((off?.not_before.getTime() ?? 0) - (on.replied_at?.getTime() ?? 0)).toBe(600_000)
      await due(id)
      await bench.reaches(Number(off?.id), 'acknowledged')
      expect(tracker.commands).toEqual([ON, OFF])
    })

    it('are taken back as soon as the tracker is there again, when it is away after ten minutes', async () => {
      const device = bench.addDevice()
      const tracker = await logIn(gateway.port, device.imei, version)
      const id = await bench.ask(device, null, locate)
      await bench.reaches(id, 'acknowledged')
      tracker.hangUp()
      await gateway.kill()
      await due(id)
      const other = await bench.startGateway()
      const back = await logIn(other.port, device.imei, version)
      expect(await back.got(1)).toEqual([OFF])
    })

    it('are taken back also when the tracker never answered', async () => {
      const device = bench.addDevice()
      const tracker = await logIn(gateway.port, device.imei)
      const id = await bench.ask(device, null, locate)
      await bench.reaches(id, 'failed')
      await due(id)
      expect(await tracker.got(2)).toEqual([ON, OFF])
    })

    it('need no taking back when the tracker refused', async () => {
      const device = bench.addDevice()
      const tracker = await logIn(gateway.port, device.imei)
      const id = await bench.ask(device, null, locate)
      await tracker.got(1)
      const body = Buffer.from(device.imei.padStart(16, '0'), 'hex')
      tracker.socket.write(writeMessage(Codec.codec14, MessageType.refusal, body))
      await bench.reaches(id, 'failed')
      expect(await bench.undoOf(id)).toMatchObject({ state: 'cancelled' })
    })

    it('ask again to switch off when a tracker that does answer did not', async () => {
      const device = bench.addDevice()
      const tracker = await logIn(gateway.port, device.imei, (text) => (text === ON ? 'ok' : undefined))
      const id = await bench.ask(device, null, locate)
      await bench.reaches(id, 'acknowledged')
      const off = await bench.undoOf(id)
      await due(id)
      await bench.reaches(Number(off?.id), 'failed')
      expect((await bench.undoOf(id))?.state).toBe('queued')
      await due(id)
      expect(await tracker.got(3)).toEqual([ON, OFF, OFF])
    })
  })

  const conversing = PROTOCOLS.filter(({ commands, tracker }) => commands?.locate && tracker?.readCommand && tracker.commandReply)
  it.each(conversing)('are understood by a $name tracker, and its answer finds them', async (protocol) => {
    const device = bench.addDevice()
    const got: string[] = []
    const tracker = new SimulatedTracker({
      imei: device.imei,
      host: '127.0.0.1',
      port: gateway.port,
      protocol,
      onCommand: (text) => {
        got.push(text)
        return text
      },
    })
    tracker.start()
    tracker.report(aFix({ positionedAt: Date.now() }))
    const id = await bench.ask(device, null, { kind: 'locate' })
    expect(await bench.reaches(id, 'acknowledged')).toMatchObject({ text: protocol.commands?.locate?.text })
    tracker.stop()
    expect(got).toHaveLength(1)
  })

  it(`never reach a tracker twice while gateways are killed again and again (${50 * ROUNDS} commands)`, async () => {
    const random = seededRandom(20_251_122)
    const gateways = [gateway, await bench.startGateway()]
    const executed = new Map<string, number>()
    const devices = Array.from({ length: 50 }, () => bench.addDevice())
    const simulated = devices.map(({ imei }, number) => {
      const tracker = new SimulatedTracker({
        imei,
        host: '127.0.0.1',
        port: gateways[number % 2]!.port,
        backoff: { firstMs: 50, largestMs: 200 },
        random,
        onCommand: (text) => {
          executed.set(text, (executed.get(text) ?? 0) + 1)
          return `${text} done`
        },
      })
      tracker.start()
      return tracker
    })
    const ids: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const device of devices) ids.push(await bench.ask(device, `cmd ${device.deviceId} ${round}`))
      const victim = round % 2
      // The gateway is killed when this many of its trackers have executed the command.
      const wanted = Math.floor(random() * 20)
      const own = devices.filter((_, number) => number % 2 === victim).map(({ deviceId }) => `cmd ${deviceId} ${round}`)
      const done = () => own.filter((text) => executed.has(text)).length
      await until(`${wanted} trackers have done it`, () => done() >= wanted, { everyMs: 1 })
      await gateways[victim]!.kill()
      gateways[victim] = await bench.startGateway(gateways[victim]!.port)
    }
    const waiting = async () => {
      const { rows } = await bench.database.pool.query<object>(
        "SELECT state, count(*)::int FROM device_commands WHERE id = ANY ($1) AND state IN ('queued', 'sent') GROUP BY 1",
        [ids],
      )
      return rows
    }
    await until('no command waits', waiting, { withinMs: 120_000, fits: ({ length }) => length === 0 })
    simulated.forEach((tracker) => tracker.stop())
    const { rows } = await bench.database.pool.query<{ text: string; state: string; failure: string | null }>(
      'SELECT text, state, failure FROM device_commands WHERE id = ANY ($1)',
      [ids],
    )
    expect(rows).toHaveLength(50 * ROUNDS)
    expect([...executed.values()].filter((times) => times !== 1)).toEqual([])
    const done = rows.filter(({ state }) => state === 'acknowledged')
    expect(done.filter(({ text }) => !executed.has(text))).toEqual([])
    expect(rows.filter(({ state, failure }) => state !== 'acknowledged' && failure !== 'no_answer')).toEqual([])
    // Only commands that were being sent when their gateway was killed may have failed.
    expect(done.length).toBeGreaterThanOrEqual(ROUNDS * (50 - 25))
  })
})
