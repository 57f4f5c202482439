import { FixValidity } from '@roadbook/contracts'
import { ClaimLostError, StaleStateError, type DeviceState, type TripRecord } from '@roadbook/track-store'
import { TRACK_DATABASES, type TrackDatabase } from '../../support/consumer/track-databases.js'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Math.floor(Date.now() / DAY) * DAY - 3 * DAY
const none = { insert: [], update: [], remove: [] }
/** Returns a trip of ten minutes that begins this many minutes after START. */
const trip = (deviceId: number, minute: number, more: Partial<TripRecord> = {}): TripRecord => ({
  deviceId,
  startedAt: START + minute * MINUTE,
  endedAt: START + (minute + 10) * MINUTE,
  isOpen: false,
  startLatitude: 52.0907374,
  startLongitude: 5.1214201,
  stopLatitude: 52.1,
  stopLongitude: -5.1,
  distanceM: 3210,
  averageSpeedKph: 19.3,
  maxSpeedKph: 24.7,
  idleS: 42,
  waypointCount: 61,
  ...more,
})

const state = (deviceId: number, more: Partial<DeviceState> = {}): DeviceState => ({
  deviceId,
  imei: String(deviceId).padStart(15, '0'),
  revision: 0,
  lastReceivedAt: START + 500,
  lastPositionedAt: START,
  moving: false,
  ...more,
})

describe.each(TRACK_DATABASES)('checkpoints and scoped reads on $name', ({ create }) => {
  let database: TrackDatabase
  let nextDevice = 0
  const device = () => database.devices[nextDevice++] as number
  const insert = async (...trips: TripRecord[]) =>
    (await database.store.saveCheckpoint({ states: [], trips: { ...none, insert: trips } })).tripIds
  const tripsOf = (deviceId: number) => database.store.readTrips(deviceId, START - DAY, START + 2 * DAY)

  /** Returns the rows that a request in this scope sees. */
  const asRequest = async (scope: string | number | null, query: string, values: unknown[] = []) => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('SET LOCAL ROLE roadbook_api')
      if (scope !== null) await client.query("SELECT set_config('roadbook.scope', $1, true)", [String(scope)])
      return (await client.query(query, values)).rows
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  }

  beforeAll(async () => {
    database = await create()
  })
  afterAll(() => database?.stop())

  it('gives states and trips of a checkpoint back as they were saved, new trips with their ids', async () => {
    const [one, two] = [device(), device()]
    const full = state(two, {
      entityId: undefined,
      validPositionedAt: START - 1,
      latitude: 52.0907374,
      longitude: -5.1214201,
      speedKph: 17.4,
      heading: 0,
      moving: true,
      lastActivityAt: START - 5,
      ignition: false,
      odometerM: 12_482_000_123,
      externalBatteryMv: 48_250,
      batteryMv: 4012,
      batteryPercent: 87,
      gsmSignal: 0,
      satellites: 11,
      segmentation: { phase: 'moving', since: START, fixes: [1, 2] },
    })
    const trips = [trip(two, 0), trip(one, 5), trip(two, 30, { isOpen: true })]
    const { tripIds } = await database.store.saveCheckpoint({ states: [full, state(one)], trips: { ...none, insert: trips } })
    delete full.entityId
    expect(await database.store.loadDeviceStates([one, two])).toEqual(
      new Map([
        [one, { ...state(one), revision: 1 }],
        [two, { ...full, revision: 1 }],
      ]),
    )
    expect(await tripsOf(two)).toEqual([
      { ...trip(two, 0), id: tripIds[0] },
      { ...trip(two, 30, { isOpen: true }), id: tripIds[2] },
    ])
    expect(await tripsOf(one)).toEqual([{ ...trip(one, 5), id: tripIds[1] }])
    expect(await database.store.loadOpenTrips([one, two])).toEqual(
      new Map([[two, { ...trip(two, 30, { isOpen: true }), id: tripIds[2] }]]),
    )
  })

  it('changes, removes and adds trips in one checkpoint, also where they take over each other’s time', async () => {
    const id = device()
    const [first, second] = (await insert(trip(id, 0), trip(id, 20))) as [number, number]
    const { tripIds } = await database.store.saveCheckpoint({
      states: [],
      trips: {
        remove: [second],
        update: [{ ...trip(id, 18), id: first, distanceM: 99 }],
        insert: [trip(id, 0), trip(id, 40, { isOpen: true })],
      },
    })
    expect((await tripsOf(id)).map(({ id }) => id)).toEqual([tripIds[0], first, tripIds[1]])
    expect((await tripsOf(id))[1]?.distanceM).toBe(99)
  })

  it('keeps when a vehicle probably arrived, and forgets it when the trip is cut without', async () => {
    const id = device()
    const estimated = trip(id, 0, { arrivedAt: START + 9 * MINUTE })
    const [first] = (await insert(estimated)) as [number]
    expect(await tripsOf(id)).toEqual([{ ...estimated, id: first }])
    await database.store.saveCheckpoint({ states: [], trips: { ...none, update: [{ ...trip(id, 0), id: first }] } })
    expect(await tripsOf(id)).toEqual([{ ...trip(id, 0), id: first }])
  })

  it('swaps the times of two trips in one checkpoint', async () => {
    const id = device()
    const [first, second] = (await insert(trip(id, 0), trip(id, 20, { isOpen: true }))) as [number, number]
    const update = [
      { ...trip(id, 20, { isOpen: true }), id: first },
      { ...trip(id, 0), id: second },
    ]
    await database.store.saveCheckpoint({ states: [], trips: { ...none, update } })
    expect((await tripsOf(id)).map(({ id }) => id)).toEqual([second, first])
  })

  it('F6 writes nothing more for a process that lost its partition without noticing, and tells the next how far it was', async () => {
    const sleeper = await database.store.claimPartition(7)
    expect(sleeper).toMatchObject({ written: -1n, cut: -1n })
    await database.store.noteProgress([{ ...sleeper, written: 20n, cut: 10n }])
    const owner = await database.anotherStore().claimPartition(7)
    expect(owner).toMatchObject({ written: 20n, cut: 10n })
    await expect(database.store.noteProgress([{ ...sleeper, written: 30n, cut: 30n }])).rejects.toThrow(new ClaimLostError(7))
    await database.store.noteProgress([{ ...owner, written: 2n ** 60n, cut: 20n }])
    expect(await database.store.claimPartition(7)).toMatchObject({ written: 2n ** 60n, cut: 20n })
    expect(await database.store.claimPartition(8)).toMatchObject({ written: -1n, cut: -1n })
  })

  it('refuses the checkpoint of a process that has lost its device, whole', async () => {
    const [kept, lost] = [device(), device()]
    await database.store.saveCheckpoint({ states: [state(kept), state(lost)], trips: none })
    await database.anotherStore().saveCheckpoint({ states: [state(lost, { revision: 1, gsmSignal: 5 })], trips: none })
    const late = database.store.saveCheckpoint({
      states: [state(kept, { revision: 1, gsmSignal: 1 }), state(lost, { revision: 1, gsmSignal: 2 })],
      trips: { ...none, insert: [trip(lost, 0)] },
    })
    await expect(late).rejects.toThrow(new StaleStateError([lost]))
    const states = await database.store.loadDeviceStates([kept, lost])
    expect(states.get(kept)?.gsmSignal).toBeUndefined()
    expect(states.get(lost)).toMatchObject({ revision: 2, gsmSignal: 5 })
    expect(await tripsOf(lost)).toEqual([])
  })

  it('leaves the caller’s transaction as it was when it refuses a checkpoint in it', async () => {
    const [owned, lost, fresh] = [device(), device(), device()]
    await database.store.saveCheckpoint({ states: [state(lost)], trips: none })
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await database.store.saveCheckpoint({ states: [state(owned)], trips: none }, client)
    const refused = database.store.saveCheckpoint({ states: [state(fresh), state(lost)], trips: none }, client)
    await expect(refused).rejects.toThrow(StaleStateError)
    await client.query('COMMIT')
    client.release()
    expect([...(await database.store.loadDeviceStates([owned, fresh])).keys()]).toEqual([owned])
  })

  it.each([
    [
      'two open trips of a device',
      (id: number) => [trip(id, 0, { isOpen: true }), trip(id, 20, { isOpen: true })],
      'trips_one_open',
    ],
    ['two trips of a device at one time', (id: number) => [trip(id, 0), trip(id, 9)], 'trips_no_overlap'],
    [
      'an open trip that ends before it starts',
      (id: number) => [trip(id, 0, { isOpen: true, endedAt: START - 1 })],
      'trips_check',
    ],
    ['a closed trip that ends before it starts', (id: number) => [trip(id, 0, { endedAt: START - 1 })], 'range lower bound'],
    ['a trip with more rest than time', (id: number) => [trip(id, 0, { idleS: 601 })], 'trips_check'],
    ['an arrival after the reading that saw it', (id: number) => [trip(id, 0, { arrivedAt: START + 10 * MINUTE })], 'arrived_at'],
    ['an arrival before the start', (id: number) => [trip(id, 0, { arrivedAt: START - 1 })], 'arrived_at'],
    ['a trip off the globe', (id: number) => [trip(id, 0, { stopLatitude: 90.1 })], 'trips_stop_latitude_check'],
  ])('has no place for %s', async (_, trips, constraint) => {
    const id = device()
    await expect(insert(...trips(id))).rejects.toThrow(constraint)
    expect(await tripsOf(id)).toEqual([])
  })

  it('lets trips touch, and devices drive at the same time', async () => {
    const [one, two] = [device(), device()]
    expect(await insert(trip(one, 0), trip(one, 10), trip(two, 5))).toHaveLength(3)
  })

  it('finds the trips of a window and the nearest around it', async () => {
    const id = device()
    const ids = await insert(...[0, 20, 40, 60, 80].map((minute) => trip(id, minute)))
    const around = await database.store.tripsAround(id, START + 30 * MINUTE, START + 45 * MINUTE)
    expect(around.within.map((found) => found.id)).toEqual([ids[1], ids[2]])
    expect([around.before?.id, around.after?.id]).toEqual([ids[0], ids[3]])
    const rest = await database.store.tripsAround(id, START + 95 * MINUTE, START + 99 * MINUTE)
    expect([rest.before?.id, rest.within, rest.after]).toEqual([ids[4], [], undefined])
  })

  it('shows trips and device states only to the business that had the device then', async () => {
    const id = device()
    const [north, south] = database.businesses
    await insert(trip(id, 0, { businessId: north }), trip(id, 20, { businessId: south }), trip(id, 40))
    await database.store.saveCheckpoint({ states: [state(id, { businessId: south })], trips: none })
    const seen = async (scope: string | number | null) => ({
      trips: (await asRequest(scope, 'SELECT 1 FROM trips WHERE device_id = $1', [id])).length,
      states: (await asRequest(scope, 'SELECT 1 FROM told_states WHERE device_id = $1', [id])).length,
    })
    expect(await seen(north)).toEqual({ trips: 1, states: 0 })
    expect(await seen(south)).toEqual({ trips: 1, states: 1 })
    expect(await seen('all')).toEqual({ trips: 3, states: 1 })
    expect(await seen(null)).toEqual({ trips: 0, states: 0 })
  })

  it('D2 shows a track to each owner for its own period, and to strangers nothing', async () => {
    const id = device()
    const [north, south] = database.businesses
    const at = (minute: number) => START + minute * MINUTE
    const { rows: entities } = await database.pool.query(
      `INSERT INTO entities (business_id, name, vehicle_type) VALUES ($1, 'a', 'eBike'), ($2, 'b', 'eBike') RETURNING id`,
      [north, south],
    )
    await database.pool.query(
      `INSERT INTO installations (device_id, entity_id, business_id, installed_at, removed_at)
       VALUES ($1, $2, $3, $4, $5), ($1, $6, $7, $8, NULL)`,
      [id, entities[0].id, north, new Date(at(10)), new Date(at(20)), entities[1].id, south, new Date(at(30))],
    )
    const fix = { validity: FixValidity.valid, latitude: 52.0907374, longitude: -5.1, speedKph: 17.4, heading: 3 }
    await database.store.writeWaypoints(
      [5, 10, 15, 20, 25, 30, 35].map((minute) => ({
        deviceId: id,
        receivedAt: at(40),
        fix: { ...fix, positionedAt: at(minute) },
      })),
    )
    const minutes = async (scope: string | number | null, from = 0, till = 60) =>
      (await asRequest(scope, 'SELECT * FROM waypoints_in_scope($1, $2, $3)', [id, new Date(at(from)), new Date(at(till))])).map(
        (row) => (row.positioned_at.getTime() - START) / MINUTE,
      )
    expect(await minutes(north)).toEqual([10, 15])
    expect(await minutes(north, 15, 15)).toEqual([15])
    expect(await minutes(south)).toEqual([30, 35])
    expect(await minutes(`${north},${south}`)).toEqual([10, 15, 30, 35])
    expect(await minutes('all')).toEqual([5, 10, 15, 20, 25, 30, 35])
    expect(await minutes(9_999)).toEqual([])
    expect(await minutes(null)).toEqual([])
    const [row] = await asRequest(north, 'SELECT * FROM waypoints_in_scope($1, $2, $2)', [id, new Date(at(10))])
    expect(row).toEqual({
      positioned_at: new Date(at(10)),
      latitude: 52.0907374,
      longitude: -5.1,
      speed_kph: 17.4,
      heading: 3,
      altitude_m: null,
      validity: 0,
      ignition: null,
      movement: null,
    })
    await expect(asRequest('all', 'SELECT 1 FROM waypoints')).rejects.toThrow('permission denied')
  })
})
