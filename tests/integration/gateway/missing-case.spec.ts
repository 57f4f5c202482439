import { findProtocol, type Protocol } from '@roadbook/protocols'
import { ApiProcess } from '../../support/api/api-process.js'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { JobClock } from '../../support/api/job-clock.js'
import { CommandBench, type GatewayProcess } from '../../support/gateway/command-bench.js'
import { CommandTracker } from '../../support/gateway/command-tracker.js'
import { identityOf } from '../../support/gateway/identity-of.js'
import { isProofOf } from '@roadbook/testing/proof'
import { until } from '@roadbook/testing/until'

const DEALER = 'dealer@x.example'
const KIND = 'missing-reporting'
const SET = 'setparam 10000:3600;10005:3600;10050:300;10055:120'
const OFTEN = 'setparam 10000:60;10005:60;10050:10;10055:10'
const ON = 'setparam 800:2'

/** Answers like the firmware: with the present setting, or with a confirmation that a new setting was made. */
const firmware = (text: string) =>
  text.startsWith('getparam') ? `Param ID:${SET.slice('setparam '.length).replace(':', ' Value:')}` : 'New value set'

/** Expected commands for the trackers of each maker. */
const WORDS = {
  gt06: ['PARAM#', 'TIMER,10,60#', 'TIMER,20,300#'],
  h02: ['S71,22,10', 'S71,22,45'],
  tk103: ['AR00000AA8C0', 'AR0000000000'],
  gps103: ['C,30s', 'C,45s'],
  meitrack: ['A12,1,0', 'A12,5,0'],
  jt808: ['0x8202 000a00278d00', '0x8202 0000'],
}

/** States of the reporting that do not change before the case changes. */
const ENDS = new Set(['often', 'as-before', 'impossible', 'failed'])

describe('a case with its tracker', () => {
  let bench: CommandBench
  let gateway: GatewayProcess
  let api: ApiUnderTest
  let tenants: Tenants
  let clock: JobClock
  let shop: number
  const trackers: CommandTracker[] = []
  let child: ApiProcess | undefined
  const vehicles: { deviceId: number; imei: string; entity: number; protocol: string; name: string }[] = []

  const call = (method: string, path: string, body?: unknown) => api.call(method, `/api/v1${path}`, { email: DEALER, body })
  const room = async (id: number) => (await call('GET', `/missing/${id}/room`)).body.data
  const end = (id: number) => call('PUT', `/missing/${id}/resolve`, { reason: 'found-by-police' })
  /** Runs the job until the case has this state. */
  const reporting = (id: number, state: string) => {
    const reached = async () => {
      await bench.database.pool.query('UPDATE missing_case_reporting SET next_at = now() WHERE case_id = $1', [id])
      await clock.strike(KIND)
      const now = (await room(id)).reporting
      if (now?.state !== state && ENDS.has(now?.state))
        throw new Error(`the tracker is ${now.state}, and will not become ${state}`)
      return now
    }
    return until(`the tracker is ${state}`, reached, { withinMs: 120_000, fits: (now) => now.state === state })
  }
  const logIn = async (imei: string, answer = firmware as (text: string) => string | undefined) => {
    const tracker = await CommandTracker.logIn(gateway.port, imei, answer)
    trackers.push(tracker)
    return tracker
  }
  const prepare = async (protocol: string) => {
    const device = bench.addDevice()
    const called = identityOf(findProtocol(protocol) as Protocol, device.imei)
    await bench.database.pool.query('UPDATE devices SET business_id = $2, protocol = $3, tracker_id = $4 WHERE id = $1', [
      ...[device.deviceId, shop, protocol, called === device.imei ? null : called],
    ])
    const name = `Bike ${vehicles.length}`
    const entity = await tenants.entity(shop, name)
    await bench.database.pool.query('INSERT INTO installations (device_id, entity_id, business_id) VALUES ($1, $2, $3)', [
      ...[device.deviceId, entity, shop],
    ])
    await tenants.subscribe(entity, await tenants.subscription(shop, `Product of ${name}`))
    vehicles.push({ ...device, entity, protocol, name })
  }
  /** Returns a vehicle that no test has used. */
  const vehicle = (protocol = 'teltonika') => {
    const [found] = vehicles.splice(
      vehicles.findIndex((one) => one.protocol === protocol),
      1,
    )
    if (!found) throw new Error(`no vehicle is left that speaks ${protocol}`)
    return found
  }
  const report = async (entity: number): Promise<number> =>
    (await call('POST', `/entities/${entity}/missing`, { reason: 'stolen' })).body.data.id

  beforeAll(async () => {
    bench = await CommandBench.open()
    tenants = new Tenants(bench.database.pool)
    shop = await tenants.business('Shop')
    await bench.database.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [shop])
    await tenants.user(DEALER, 'dealer', shop)
    api = await ApiUnderTest.start({ API_WORK: 'all', DATABASE_URL: bench.database.urlOf('web'), USUAL_REPORTING_S: '45' })
    clock = await JobClock.open(bench.database, KIND)
    // A gateway closes the connection of a tracker whose registration changes. So the registrations of these trackers are
    // changed before the gateway starts.
    for (const protocol of [...Object.keys(WORDS), 'gt06', ...Array<string>(8).fill('teltonika')]) await prepare(protocol)
    gateway = await bench.startGateway()
  })
  // Also runs after a failed test. A running process, or a loop that waits for it, would block the suite.
  afterEach(async () => {
    for (const tracker of trackers.splice(0)) tracker.hangUp()
    await child?.kill()
    child = undefined
  })
  afterAll(async () => {
    await clock.stop()
    await api.stop()
    await bench.close()
  })

  it('T-07 R-215 R-218 is opened, located with a countdown that blocks a second, shared and resolved; then the link is dead', async () => {
    const { imei, entity, name } = vehicle()
    const tracker = await logIn(imei)
    const id = await report(entity)
    const ask = () => call('PUT', `/entities/${entity}/commands/locate`)
    const { command_id: first } = (await ask()).body.data
    await bench.reaches(first, 'acknowledged')
    const { locate } = await room(id)
    expect(locate.state).toBe('acknowledged')
    expect(Math.round((Date.parse(locate.on_until) - Date.parse(locate.acknowledged_at)) / 1_000)).toBe(600)
    expect((await ask()).body.data).toMatchObject({ command_id: first, on_until: locate.on_until })
    expect(tracker.commands.filter((text) => text === ON)).toHaveLength(1)
    const { link } = (await call('POST', `/missing/${id}/shares`, { hours: 1 })).body.data
    const open = () => api.call('POST', '/api/v1/shared-case', { body: { link: link.split('#')[1] } })
    expect((await open()).body.data.vehicle.name).toBe(name)
    await end(id)
    expect((await open()).status).toBe(404)
    const kinds = (await room(id)).timeline.map(({ kind }: { kind: string }) => kind)
    for (const kind of ['reported', 'located', 'shared', 'share-opened', 'share-revoked', 'resolved'])
      expect(kinds).toContain(kind)
  })

  it('R-215 asks the tracker to report more often, and sets it back to what it was when the case ends', async () => {
    const { imei, entity } = vehicle()
    const tracker = await logIn(imei)
    const id = await report(entity)
    expect(await reporting(id, 'often')).toMatchObject({ often_at: expect.any(String), restored_at: null })
    expect(tracker.commands.slice(1)).toEqual([OFTEN])
    await end(id)
    expect(await reporting(id, 'as-before')).toMatchObject({ restored_at: expect.any(String) })
    expect(tracker.commands.slice(1)).toEqual([OFTEN, SET])
    const kinds = (await room(id)).timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['reporting-often', 'reporting-restored']))
  })

  it.each(Object.entries(WORDS))('R-215 a %s tracker is asked for more and set back, in its own words', async (maker, said) => {
    const { imei, entity } = vehicle(maker)
    const tracker = await CommandTracker.introduce(maker, gateway.port, imei, (text) =>
      text === 'PARAM#' ? 'IMEI:1;TIMER:20,300;SENDS:5' : text,
    )
    trackers.push(tracker)
    const id = await report(entity)
    await reporting(id, 'often')
    await end(id)
    expect(await reporting(id, 'as-before')).toMatchObject({ restored_at: expect.any(String) })
    expect(tracker.commands).toEqual(said)
  })

  it('R-215 sets a tracker whose settings do not say how often it reports back to what is usual', async () => {
    const { imei, entity } = vehicle('gt06')
    const tracker = await CommandTracker.introduce('gt06', gateway.port, imei, (text) => (text === 'PARAM#' ? 'APN:web' : text))
    trackers.push(tracker)
    const id = await report(entity)
    await reporting(id, 'often')
    await end(id)
    await reporting(id, 'as-before')
    expect(tracker.commands).toEqual(['PARAM#', 'TIMER,10,45#', 'TIMER,45,45#'])
  })

  it('R-215 waits for a tracker that is away, and sets it back when it comes long after the case ended', async () => {
    const { imei, entity } = vehicle()
    const id = await report(entity)
    await clock.strike(KIND)
    expect((await room(id)).reporting.state).toBe('reading')
    const tracker = await logIn(imei)
    await reporting(id, 'often')
    tracker.hangUp()
    await end(id)
    await reporting(id, 'taking-back')
    const again = await logIn(imei)
    await reporting(id, 'as-before')
    expect(again.commands).toEqual([SET])
  })

  it('R-215 takes back also what was sent and never answered', async () => {
    const { imei, entity } = vehicle()
    const tracker = await logIn(imei, (text) => (text === OFTEN ? undefined : firmware(text)))
    const id = await report(entity)
    await reporting(id, 'asking')
    await tracker.got(2)
    await end(id)
    await reporting(id, 'as-before')
    expect(tracker.commands.slice(1)).toEqual([OFTEN, SET])
  })

  it('R-215 goes on where the process was killed, at any moment, and sets the tracker back to what it was', async () => {
    const { pool } = bench.database
    const { imei, entity, deviceId } = vehicle()
    const tracker = await logIn(imei)
    const id = await report(entity)
    await api.api.close()
    const killed = (child = new ApiProcess(bench.database, {}))
    const isDue = () => pool.query('UPDATE missing_case_reporting SET next_at = now() WHERE case_id = $1', [id])
    const killedWhen = async (what: string, isSo: () => Promise<boolean>) => {
      await clock.call(KIND)
      await until(what, isSo, { everyMs: 10 })
      await killed.kill()
    }
    /** Kills the API before its job writes to a table. A lock on the table stops the job there. */
    const killedBefore = async (table: string) => {
      await killed.start()
      await isDue()
      const holder = await pool.connect()
      await holder.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`)
      await killedWhen(`the job waits for ${table}`, async () => {
        const { rowCount } = await pool.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ $1", [
          `^\\s*INSERT INTO ${table}`,
        ])
        return rowCount !== 0
      })
      await holder.query('ROLLBACK')
      holder.release()
    }
    // `npm run proof kills` tests every moment.
    const isWhole = isProofOf('kills')
    for (const table of isWhole ? ['missing_case_reporting', 'device_commands'] : ['device_commands']) await killedBefore(table)
    api.api = await api.another()
    await reporting(id, 'often')
    await end(id)
    if (!isWhole) {
      await reporting(id, 'as-before')
      return expectNothingElseSet(tracker)
    }
    await api.api.close()
    const asked = async () => (await pool.query('SELECT 1 FROM device_commands WHERE device_id = $1', [deviceId])).rowCount ?? 0
    const before = await asked()
    await killed.start()
    await isDue()
    await killedWhen('the command that sets it back is written', async () => (await asked()) > before)
    api.api = await api.another()
    await reporting(id, 'as-before')
    expectNothingElseSet(tracker)
  })

  /** Expects that the original setting was sent last. Only the two settings may have been sent, any number of times. */
  function expectNothingElseSet({ commands }: CommandTracker): void {
    expect(commands.at(-1)).toBe(SET)
    expect(new Set(commands.slice(commands.indexOf(OFTEN)))).toEqual(new Set([OFTEN, SET]))
  }

  it('R-215 asks again when the case goes on, from what the tracker is set to then', async () => {
    const { imei, entity } = vehicle()
    const tracker = await logIn(imei)
    const id = await report(entity)
    await reporting(id, 'often')
    await end(id)
    await reporting(id, 'as-before')
    await call('PUT', `/missing/${id}/reopen`, { reason: 'Gone again' })
    await reporting(id, 'often')
    expect(tracker.commands.filter((text) => text === OFTEN)).toHaveLength(2)
  })

  it('R-215 leaves a tracker alone that cannot be asked, or whose answer does not say what is set, and says so', async () => {
    const { entity, deviceId } = vehicle()
    await bench.database.pool.query("UPDATE devices SET protocol = 'osmand' WHERE id = $1", [deviceId])
    const id = await report(entity)
    expect(await reporting(id, 'impossible')).toMatchObject({ often_at: null })
    const other = vehicle()
    const tracker = await logIn(other.imei, () => 'WARNING: Not Recognized!')
    await reporting(await report(other.entity), 'failed')
    expect(tracker.commands).toHaveLength(1)
  })
})
