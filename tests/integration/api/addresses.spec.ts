import { FILL_ADDRESSES } from '@roadbook/api/geocoder/fill-addresses'
import { FORGET_ADDRESSES } from '@roadbook/api/geocoder/forget-addresses'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'
import { GeocoderDouble } from '../../support/api/geocoder-double.js'
import { JobBench } from '../../support/api/job-bench.js'
import { until } from '@roadbook/testing/until'

/**
 * Maximum number of requests per second. It is high enough for a fast test, and so low that two uncoordinated processes
 * exceed it.
 */
const RATE = 20

// The places are on the slope above Vaduz, where there is no street nearby.

let api: ApiUnderTest
let tenants: Tenants
let geocoder: GeocoderDouble
let bench: JobBench

async function start(kind: 'nominatim' | 'photon'): Promise<void> {
  geocoder = await GeocoderDouble.start(kind, RATE)
  api = await ApiUnderTest.start({ ...geocoder.environment, RATE_LIMIT_PLACES_PER_MINUTE: '4' })
  tenants = new Tenants(api)
  // The queue is created after the start.
  await until('the API has opened its queue', hasQueue)
  bench = await JobBench.start({ DATABASE_URL: api.database.urlOf('web') }, undefined, false)
  const line = await tenants.business('Line')
  for (const [name, locale] of [
    ['ours', 'de'],
    ['theirs', 'nl'],
  ] as const)
    await tenants.user(`${name}@x.example`, 'manager', await tenants.business(name, 'company', line), { locale })
}
const hasQueue = async () => {
  const [found] = await api.rows<{ there: boolean }>("SELECT to_regclass('jobs.schedule') IS NOT NULL AS there")
  return found?.there && (await api.rows('SELECT 1 FROM jobs.schedule WHERE name LIKE $1', ['%-addresses'])).length === 2
}
async function stop(): Promise<void> {
  await bench.stop()
  await api.stop()
  await geocoder.stop()
}

type Place = { latitude: number; longitude: number; locale?: string }
const look = async (body: Place | Place[], email = 'ours@x.example') =>
  (await api.call('POST', '/api/v1/geocode-address', { email, body })).body.data
/** Searches for a place. Returns how far the search went, and the best result. */
const search = async (text: string, more = '') => {
  const path = `/api/v1/places?query=${encodeURIComponent(text)}${more}`
  const { data, meta } = (await api.call('GET', path, { email: 'ours@x.example' })).body
  const [{ kind, name, city, region, country }] = data
  return [meta.addresses, kind === 'town' ? name : [name, city, region, country].join(', ')]
}
/** Waits until the place has this address. */
const isCalled = (place: Place, address: string, email?: string) =>
  until(`${place.latitude}, ${place.longitude} is called ${address}`, () => look(place, email), {
    fits: (found) => found.address === address,
  })
const fill = () => bench.enqueue(FILL_ADDRESSES, {})
const askedFor = (latitude: number) => geocoder.asked.filter(({ lat }) => lat === latitude.toFixed(4))
/** Waits until the database has a row that meets the condition. */
const untilRow = (condition: string, table = 'geocoded_cells') =>
  until(`there is a row of ${table} where ${condition}`, () => api.rows<Row>(`SELECT *, (${condition}) AS fits FROM ${table}`), {
    fits: (rows) => rows.some(({ fits }) => fits),
  })
type Row = { fits: boolean | null }

describe('addresses from a Nominatim', () => {
  beforeAll(() => start('nominatim'))
  afterAll(() => stop())
  beforeEach(() => fill())

  it('G-33 R-251 are those at hand at first, and the geocoder’s on a later look, who is asked once for a cell', async () => {
    const door = { latitude: 47.13901, longitude: 9.55091 }
    expect(await look(door)).toEqual({ address: 'Vaduz', city: 'Vaduz', country: 'Liechtenstein' })
    await isCalled(door, 'Landstrasse 390, Vaduz')
    const beside = { latitude: 47.13898, longitude: 9.55094 }
    expect(await look([door, beside])).toEqual(
      Array(2).fill({ address: 'Landstrasse 390, Vaduz', city: 'Vaduz', country: 'Liechtenstein' }),
    )
    expect(askedFor(47.139)).toEqual([{ lat: '47.1390', lon: '9.5509', locale: 'de' }])
  })

  it('G-33 are in the language of whoever reads them, each asked for by itself', async () => {
    const place = { latitude: 47.1401, longitude: 9.551 }
    await isCalled({ ...place, locale: 'fr' }, 'Route du Pays 401, Vaduz')
    await isCalled({ ...place, locale: 'en' }, 'Country Road 401, Vaduz')
    await isCalled(place, 'Landstrasse 401, Vaduz')
    expect(
      askedFor(47.1401)
        .map(({ locale }) => locale)
        .sort(),
    ).toEqual(['de', 'en', 'fr'])
  })

  it('S1 tell no other business that somebody was there, and are not asked for again when it is there, too', async () => {
    const place = { latitude: 47.1412, longitude: 9.551, locale: 'de' }
    await isCalled(place, 'Landstrasse 412, Vaduz')
    expect((await look(place, 'theirs@x.example')).address).toBe('Vaduz')
    await isCalled(place, 'Landstrasse 412, Vaduz', 'theirs@x.example')
    expect(askedFor(47.1412)).toHaveLength(1)
  })

  it('G-33 stay those at hand where the geocoder knows nothing, which it is asked once', async () => {
    geocoder.unknown.add('47.1423,9.5510')
    const place = { latitude: 47.1423, longitude: 9.551 }
    await look(place)
    await untilRow('latitude = 471423 AND answered_at IS NOT NULL AND address IS NULL')
    expect((await look(place)).address).toBe('Vaduz')
    // A request that was sent later has been answered. So a second request for the first place would have arrived by now.
    await isCalled({ latitude: 47.1424, longitude: 9.551 }, 'Landstrasse 424, Vaduz')
    expect(askedFor(47.1423)).toHaveLength(1)
  })

  it('are found by what somebody types: places at hand at each key, the geocoder’s houses when they have finished', async () => {
    expect(await search('Kirchgasse 5, Vaduz')).toEqual(['possible', 'Vaduz'])
    expect(geocoder.searched).toEqual([])
    expect(await search('Kirchgasse 5, Vaduz', '&addresses=true')).toEqual([
      'searched',
      'Kirchgasse 5, Vaduz, Oberland, Liechtenstein',
    ])
    expect(await search('KIRCHGASSE 5, Vaduz', '&addresses=true')).toEqual([
      'searched',
      'Kirchgasse 5, Vaduz, Oberland, Liechtenstein',
    ])
    expect(geocoder.searched).toEqual(['Kirchgasse 5, Vaduz'])
    // The double knows no town, so the bundled data answers.
    expect(await search('Triesen', '&addresses=true')).toEqual(['searched', 'Triesen'])
  })

  it('are found at hand, and said to be no more, while the geocoder is away; nobody searches it without end', async () => {
    geocoder.isAway = true
    const away = await search('Schaan', '&addresses=true')
    geocoder.isAway = false
    await api.rows('UPDATE geocoder_state SET failures = 0, open_until = NULL')
    expect(away).toEqual(['unavailable', 'Schaan'])
    expect(await search('Balzers', '&addresses=true')).toEqual(['searched', 'Balzers'])
    const { status } = await api.call('GET', '/api/v1/places?query=Eschen&addresses=true', { email: 'ours@x.example' })
    expect(status).toBe(429)
    expect(await search('Eschen')).toEqual(['possible', 'Eschen'])
  })

  it('are searched at the geocoder only if its turn comes soon, and otherwise take no turn from others', async () => {
    await api.rows("UPDATE geocoder_state SET next_at = now() + interval '1 minute', open_until = now()")
    const before = await api.rows('SELECT next_at, open_until FROM geocoder_state')
    await api.rows('DELETE FROM user_calls')
    expect(await search('Ruggell', '&addresses=true')).toEqual(['unavailable', 'Ruggell'])
    expect(await api.rows('SELECT next_at, open_until FROM geocoder_state')).toEqual(before)
    await api.rows('UPDATE geocoder_state SET next_at = now(), open_until = NULL')
    expect(await search('Ruggell', '&addresses=true')).toEqual(['searched', 'Ruggell'])
  })

  it('are searched at hand by a user up to 300 times a minute', async () => {
    await api.rows(`INSERT INTO user_calls AS c (user_id, operation, called_at)
      SELECT id, 'PLACES_AT_HAND', array_fill(now(), ARRAY[299]) FROM users WHERE email = 'ours@x.example'
      ON CONFLICT (user_id, operation) DO UPDATE SET called_at = excluded.called_at`)
    expect(await search('Mauren')).toEqual(['possible', 'Mauren'])
    const { status } = await api.call('GET', '/api/v1/places?query=Gamprin', { email: 'ours@x.example' })
    expect(status).toBe(429)
    await api.rows('DELETE FROM user_calls')
  })

  it('S18 name the application and whom to turn to, the middle of a cell, and nobody', async () => {
    await isCalled({ latitude: 47.143_512_3, longitude: 9.551_987_6 }, 'Landstrasse 435, Vaduz')
    expect(askedFor(47.1435)).toEqual([{ lat: '47.1435', lon: '9.5520', locale: 'de' }])
    expect([...geocoder.agents]).toEqual(['Roadbook (ops@fleet.example)'])
  })

  it('G-33 are asked for where a vehicle stands, and not for every place on its way', async () => {
    const business = (await api.rows<{ id: number }>("SELECT id FROM businesses WHERE name = 'ours'"))[0]!.id
    const stand = async (name: string, latitude: number, moving: boolean) => {
      const { deviceId } = await tenants.install(business, await tenants.entity(business, name))
      await tenants.state(deviceId, new Date(), latitude, 9.551)
      await api.rows('UPDATE device_states SET moving = $2 WHERE device_id = $1', [deviceId, moving])
    }
    await stand('Parked', 47.1446, false)
    await stand('Riding', 47.1457, true)
    const addresses = async () => {
      const { data } = (await api.get('/entities/index?orderBy=name&sortedBy=asc', 'ours@x.example')).body
      return data.map(({ position }: { position: { address: string } }) => position.address)
    }
    await until('the address of who is parked', addresses, { fits: ([parked]) => parked === 'Landstrasse 446, Vaduz' })
    expect(await addresses()).toEqual(['Landstrasse 446, Vaduz', 'Vaduz'])
    expect(askedFor(47.1457)).toEqual([])
  })

  it('G-33 are asked for at the geocoder’s pace by several processes together', async () => {
    const other = await api.another()
    await fill()
    const places = Array.from({ length: 30 }, (_, at) => ({ latitude: 47.15 + at / 10_000, longitude: 9.53 }))
    await look(places)
    for (const [at, place] of places.entries()) await isCalled(place, `Landstrasse ${500 + at}, Vaduz`)
    await other.close()
    expect(geocoder.refused).toBe(0)
  })

  it('are filled in by the next process when one ends before the geocoder answers', async () => {
    let answer = (): void => undefined
    geocoder.gate = new Promise((open) => (answer = open))
    const place = { latitude: 47.1601, longitude: 9.551 }
    await look(place)
    await until('the geocoder is asked', () => askedFor(47.1601)[0])
    await api.api.close()
    answer()
    geocoder.gate = undefined
    api.api = await api.another()
    await fill()
    await isCalled(place, 'Landstrasse 601, Vaduz')
  })
})

describe('addresses while the geocoder is away (F20)', () => {
  beforeAll(() => start('nominatim'))
  afterAll(() => stop())

  it('F20 are those at hand; after five failures it is left alone, tried once when its time is over, and asked again when it is back', async () => {
    geocoder.isAway = true
    const places = Array.from({ length: 8 }, (_, at) => ({ latitude: 47.17 + at / 10_000, longitude: 9.551 }))
    await look(places)
    await fill()
    const untilState = (condition: string) => untilRow(condition, 'geocoder_state')
    await untilState('open_until > now() AND failures = 5')
    expect(geocoder.asked).toHaveLength(5)
    expect((await look(places)).map(({ address }: { address: string }) => address)).toEqual(Array(8).fill('Planken'))

    // Simulates that a minute has passed.
    await api.rows('UPDATE geocoder_state SET open_until = now()')
    await fill()
    await untilState('open_until > now() AND failures = 6')
    expect(geocoder.asked).toHaveLength(6)

    geocoder.isAway = false
    await api.rows('UPDATE geocoder_state SET open_until = now()')
    await api.rows('UPDATE geocoded_cells SET due_at = now()')
    await fill()
    for (const [at, place] of places.entries()) await isCalled(place, `Landstrasse ${700 + at}, Vaduz`)
    await untilState('open_until IS NULL AND failures = 0')
  })
})

describe('the ends of trips', () => {
  beforeAll(() => start('photon'))
  afterAll(() => stop())

  it('G-33 have their addresses before somebody looks, in the languages of who reads them; a hidden vehicle’s leave for nobody', async () => {
    const business = await tenants.business('Fleet')
    for (const [at, locale] of ['fr', 'nl', 'fr'].entries())
      await tenants.user(`reader${at}@fleet.example`, 'manager', business, { locale })
    const department = await tenants.business('Yard', 'department', await tenants.business('Site', 'company', business))
    const ride = async (entity: number) => {
      const { deviceId } = await tenants.install(department, entity)
      return tenants.trip(deviceId, '2026-06-01T08:00Z', '2026-06-01T09:00Z')
    }
    await ride(await tenants.entity(department, 'Own'))
    const hidden = await ride(await tenants.entity(department, 'Customer’s', { consumer_id: await tenants.consumer(department) }))
    const open = await ride(await tenants.entity(department, 'On its way'))
    await api.rows('UPDATE trips SET start_latitude = 471000000 WHERE id = $1', [hidden])
    await api.rows('UPDATE trips SET is_open = true, start_latitude = 472000000 WHERE id = $1', [open])
    // Simulates that two minutes have passed.
    await api.rows('ALTER TABLE trips DISABLE TRIGGER trips_note_closing')
    await api.rows("UPDATE trips SET closed_at = now() - interval '2 minutes' WHERE NOT is_open")
    await api.rows("UPDATE geocoder_state SET walked_until = now() - interval '1 hour'")
    await fill()
    const answered = () => api.rows<object>('SELECT * FROM geocoded_cells WHERE answered_at IS NOT NULL')
    await until('four answers', answered, { fits: ({ length }) => length >= 4 })
    expect(geocoder.asked.map(({ lat, lon, locale }) => `${lat},${lon} ${locale}`).sort()).toEqual([
      '49.4000,8.7000 fr',
      '49.4000,8.7000 nl',
      '49.4100,8.7100 fr',
      '49.4100,8.7100 nl',
    ])
    const [trip] = (await api.get('/trips?limit=1&orderBy=id&sortedBy=asc', 'reader0@fleet.example')).body.data
    expect([trip.start.address, trip.stop.address]).toEqual(['Route du Pays 0, Vaduz', 'Route du Pays 100, Vaduz'])
    // This Photon does not have Dutch, so it returns the local name.
    const [inDutch] = (await api.get('/trips?limit=1&orderBy=id&sortedBy=asc', 'reader1@fleet.example')).body.data
    expect(inDutch.stop.address).toBe('Landstrasse 100, Vaduz')
  })

  it('G-33 are walked once', async () => {
    const before = geocoder.asked.length
    await api.rows('DELETE FROM geocoded_cells')
    await api.api.close()
    api.api = await api.another()
    await fill()
    // A place that somebody looks up is answered only after the walk over the trips. So the walk has ended.
    await isCalled({ latitude: 47.18, longitude: 9.551 }, 'Landstrasse 800, Vaduz')
    expect(geocoder.asked).toHaveLength(before + 1)
  })

  it('G-33 are forgotten when they are old: answers after half a year, what was waited for in vain or is not known after a week', async () => {
    await api.rows(`INSERT INTO geocoded_cells (latitude, longitude, locale, asked_at, answered_at, address) VALUES
      (1, 1, 'de', now(), now() - interval '181 days', 'A'), (2, 2, 'de', now(), now() - interval '179 days', 'B'),
      (3, 3, 'de', now(), now() - interval '8 days', NULL), (4, 4, 'de', now(), now() - interval '6 days', NULL),
      (5, 5, 'de', now() - interval '8 days', NULL, NULL), (6, 6, 'fr', now() - interval '6 days', NULL, NULL)`)
    const job = (await bench.enqueue(FORGET_ADDRESSES, {})) ?? ''
    expect((await bench.until(job, 'done', 'failed')).state).toBe('done')
    const kept = await api.rows<{ latitude: number }>('SELECT latitude FROM geocoded_cells WHERE latitude < 10 ORDER BY 1')
    expect(kept.map(({ latitude }) => latitude)).toEqual([2, 4, 6])
  })
})
