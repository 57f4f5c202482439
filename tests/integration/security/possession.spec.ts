import { apiForTests } from '../../support/api/api-for-tests.js'
import { until } from '@roadbook/testing/until'

const { api, tenants } = apiForTests()
const ROOT = 'root@roadbook.example'
const MALLORY = 'mallory@x.example'
const DEALER = 'dealer@x.example'
const OWNER = 'owner@other.example'
const THEIRS = '356307060000002'
const NOBODYS = '356307060000010'
let mallorys: number
let below: number
let owners: number
let last = 356_307_061_000_000
const imei = () => String(++last)

const call = (method: string, path: string, body?: unknown, email = MALLORY) =>
  api.call(method, `/api/v1${path}`, { email, body })
const claim = async (number: string, email = MALLORY) => (await call('POST', '/device-claims', { imei: number }, email)).body.data
const state = async (id: number, email = MALLORY) => (await api.get(`/device-claims/${id}`, email)).body.data
const ask = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.pool.query<T>(text, values)).rows

/** Moves a challenge past its silent phase. It then waits for a message of the tracker. */
const asksForAWord = (claimId: number) =>
  ask(
    `UPDATE device_challenges SET began_at = now() - interval '2 minutes', on_at = now() - interval '20 seconds' WHERE claim_id = $1`,
    [claimId],
  )
/** Adds a message of an unregistered tracker, which counts as an attempt to log in. */
const knocks = (number: string) =>
  ask(
    `INSERT INTO unknown_devices (imei, protocol, remote_address) VALUES ($1, 'gt06', '10.0.0.1')
     ON CONFLICT (imei) DO UPDATE SET last_seen_at = now()`,
    [number],
  )
/** Moves a challenge past its end, whatever its result is. */
const isOver = (claimId: number) =>
  ask(
    `UPDATE device_challenges SET began_at = now() - interval '5 minutes', on_at = now() - interval '3 minutes',
       ends_at = now() - interval '11 seconds' WHERE claim_id = $1`,
    [claimId],
  )
const outcomeOf = async (claimId: number) =>
  (await ask<{ outcome: string | null }>('SELECT outcome FROM device_challenges WHERE claim_id = $1', [claimId]))[0]?.outcome
/**
 * Runs a challenge until its decision. A message with the tracker's identity comes either during the silent phase (`early`)
 * or when it is expected (`asked`).
 */
const challenged = async (number: string, speaks: 'early' | 'asked', email = MALLORY): Promise<number> => {
  const { id } = await claim(number, email)
  expect((await call('POST', `/device-claims/${id}/challenge`, {}, email)).status).toBe(200)
  if (speaks === 'asked') await asksForAWord(id)
  else await ask("UPDATE device_challenges SET began_at = now() - interval '40 seconds' WHERE claim_id = $1", [id])
  await knocks(number)
  await until('the challenge is judged', async () => (await outcomeOf(id)) !== null)
  await isOver(id)
  return id
}

beforeAll(async () => {
  mallorys = await tenants.business('Mallory')
  below = await tenants.business('Below', 'enterprise', mallorys)
  owners = await tenants.business('Owner')
  await tenants.user(ROOT, 'super-admin', null)
  await tenants.user(MALLORY, 'manager', mallorys)
  await tenants.user(DEALER, 'manager', below)
  await tenants.user(OWNER, 'manager', owners)
  await tenants.device(owners, THEIRS)
})

describe('M1 G-109 whether others have an IMEI', () => {
  const asked = async (number: string) => {
    const answers = [
      await call('POST', '/devices', { imei: number }),
      await call('POST', '/devices/imports', { csv: `imei\n${number}`, dry_run: true }),
      await call('POST', '/devices/imports', { csv: `imei\n${number}` }),
      await call('POST', '/device-claims', { imei: number }),
      await call('GET', `/device-claims?search=imei:${number}`),
      await call('GET', `/search/devices?query=${number}`),
    ]
    const strip = (text: string) =>
      text
        .replaceAll(number, 'IMEI')
        .replaceAll(/"(id|import_id)":\d+/g, '"$1":0')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
        .replaceAll(/"request_id":"[^"]*"/g, '')
    return answers.map(({ status, text }) => [status, strip(text)])
  }

  it('is told by no answer: registered, waiting, delivered and unheard-of ones are answered alike', async () => {
    const waiting = imei()
    await claim(waiting, OWNER)
    const delivered = imei()
    await tenants.deliver(owners, delivered)
    const deleted = imei()
    const { id } = await tenants.device(owners, deleted)
    await ask('UPDATE devices SET deleted_at = now() WHERE id = $1', [id])
    const nobodys = await asked(NOBODYS)
    expect(nobodys.map(([status]) => status)).toEqual([409, 200, 200, 422, 200, 200])
    for (const number of [THEIRS, waiting, delivered, deleted]) expect(await asked(number)).toEqual(nobodys)
  })

  it('is told to who has it', async () => {
    const { status, body } = await call('POST', '/devices', { imei: THEIRS }, OWNER)
    expect([status, body.errors.imei]).toEqual([422, ['There is already a device with this IMEI']])
  })

  it('cannot be got round by what a tracker calls itself', async () => {
    const number = imei()
    await tenants.deliver(mallorys, number)
    const refused = await call('POST', '/devices', { imei: number, tracker_id: '013800000001' })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['tracker_id']])
    const made = await call('POST', '/devices', { imei: number, tracker_id: number.slice(-10) })
    expect(made.body.data.tracker_id).toBe(number.slice(-10))
  })
})

describe('M1 G-109 a registration that waits', () => {
  it('is no device: what the tracker sends goes to nobody, and its true owner registers it all the same', async () => {
    const number = imei()
    const { id, state: waits } = await claim(number)
    expect(waits).toBe('waiting')
    expect(await ask('SELECT id FROM devices WHERE imei = $1', [number])).toEqual([])
    await tenants.deliver(owners, number)
    const made = await call('POST', '/devices', { imei: number }, OWNER)
    expect(made.body.data).toMatchObject({ imei: number, business_id: owners })
    expect(await state(id)).toMatchObject({ state: 'waiting', device_id: null, held_by: null, delivered_to: null })
  })

  it('is seen by its business alone', async () => {
    const { id } = await claim(imei())
    expect((await api.get(`/device-claims/${id}`, OWNER)).status).toBe(404)
    expect((await call('POST', `/device-claims/${id}/challenge`, {}, OWNER)).status).toBe(404)
    expect((await call('DELETE', `/device-claims/${id}`, undefined, OWNER)).status).toBe(404)
  })

  it('is withdrawn, and then it may wait again', async () => {
    const number = imei()
    const { id } = await claim(number)
    expect((await call('POST', '/device-claims', { imei: number })).status).toBe(422)
    expect((await call('DELETE', `/device-claims/${id}`)).status).toBe(204)
    expect((await call('DELETE', `/device-claims/${id}`)).status).toBe(409)
    expect((await claim(number)).state).toBe('waiting')
  })

  it('comes from a sheet as well, and goes with it', async () => {
    const [delivered, waits] = [imei(), imei()]
    await tenants.deliver(mallorys, delivered)
    const done = (await call('POST', '/devices/imports', { csv: `imei,title\n${delivered},A\n${waits},B` })).body.data
    expect(done).toMatchObject({ created: 1, waiting: 1, failed: [] })
    const found = (await call('GET', `/device-claims?search=imei:${waits}`)).body.data
    expect(found).toMatchObject([{ imei: waits, title: 'B', state: 'waiting' }])
    await call('POST', `/devices/imports/${done.import_id}/rollback`)
    expect((await state(found[0].id)).state).toBe('withdrawn')
  })

  it('waits beside at most 199 others of its business', async () => {
    const business = await tenants.business('Many')
    await tenants.user('many@x.example', 'manager', business)
    const rows = Array.from({ length: 205 }, () => imei())
    const done = (await call('POST', '/devices/imports', { csv: `imei\n${rows.join('\n')}` }, 'many@x.example')).body.data
    expect([done.waiting, done.failed.length]).toEqual([200, 5])
    expect(done.failed[0].message).toContain('200 registrations are already waiting')
    expect((await call('POST', '/device-claims', { imei: imei() }, 'many@x.example')).status).toBe(429)
  })
})

describe('M1 G-109 a delivery list', () => {
  it('lets a business and those below it register at once, and nobody else', async () => {
    const [one, two] = [imei(), imei()]
    const told = await call('POST', '/device-deliveries', { business_id: mallorys, imeis: [one, two] }, ROOT)
    expect(told.body.data).toEqual({ delivered: 2, registered: 0, differing: 0 })
    expect((await call('POST', '/devices', { imei: one }, OWNER)).status).toBe(409)
    expect((await call('POST', '/devices', { imei: one })).body.data).toMatchObject({ imei: one, business_id: mallorys })
    expect((await call('POST', '/devices', { imei: two }, DEALER)).body.data).toMatchObject({ imei: two, business_id: below })
  })

  it('ends the waiting of what was delivered', async () => {
    const number = imei()
    const [mine, others] = [await claim(number, DEALER), await claim(number, OWNER)]
    const told = await call('POST', '/device-deliveries', { business_id: mallorys, imeis: [number] }, ROOT)
    expect(told.body.data).toEqual({ delivered: 1, registered: 1, differing: 0 })
    expect(await state(mine.id, DEALER)).toMatchObject({ state: 'registered', device_id: expect.any(Number) })
    expect((await state(others.id, OWNER)).state).toBe('waiting')
  })

  it('is written and read by super admins alone', async () => {
    expect((await call('POST', '/device-deliveries', { business_id: mallorys, imeis: [imei()] })).status).toBe(403)
    expect((await call('GET', '/device-deliveries')).body.data).toEqual([])
    const [listed] = (await call('GET', '/device-deliveries', undefined, ROOT)).body.data
    expect((await call('DELETE', `/device-deliveries/${listed.id}`)).status).toBe(404)
    expect((await call('DELETE', `/device-deliveries/${listed.id}`, undefined, ROOT)).status).toBe(204)
  })
})

describe('M1 G-109 the number that a tracker calls itself', () => {
  let numbers = 917_234_500_000
  const number = () => String(++numbers)
  const deliver = (business: number, trackers: { imei: string; tracker_id?: string | null }[]) =>
    call('POST', '/device-deliveries', { business_id: business, trackers }, ROOT)
  const delivered = async (business: number): Promise<{ imei: string; tracker_id: string }> => {
    const one = { imei: imei(), tracker_id: number() }
    expect((await deliver(business, [one])).status).toBe(200)
    return one
  }
  const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.errors]

  it('comes with the delivery: the business registers its tracker by the IMEI alone, and so do those below', async () => {
    const [one, two, three] = [await delivered(mallorys), await delivered(mallorys), await delivered(mallorys)]
    const alone = await call('POST', '/devices', { imei: one.imei })
    expect(alone.body.data).toMatchObject({ ...one, business_id: mallorys })
    const emptied = await call('POST', '/devices', { imei: two.imei, tracker_id: null }, DEALER)
    expect(emptied.body.data).toMatchObject({ ...two, business_id: below })
    expect((await call('POST', '/devices', three)).body.data).toMatchObject(three)
    const told = await ask("SELECT after FROM audit_log WHERE action = 'device.create' AND object_id = $1", [
      String(alone.body.data.id),
    ])
    expect(told).toMatchObject([{ after: one }])
  })

  it('is the one that was delivered with this very IMEI, and of no other tracker of the delivery', async () => {
    const [one, two] = [await delivered(mallorys), await delivered(mallorys)]
    const swapped = await call('POST', '/devices', { imei: one.imei, tracker_id: two.tracker_id })
    expect(Object.keys(swapped.body.errors)).toEqual(['tracker_id'])
    const made = (await call('POST', '/devices', { imei: one.imei })).body.data
    const edited = await call('PUT', `/devices/${made.id}`, { imei: one.imei, tracker_id: two.tracker_id })
    expect(Object.keys(edited.body.errors)).toEqual(['tracker_id'])
  })

  it('is written into a device that was registered before its number was known, and into nobody else’s', async () => {
    const one = { imei: imei(), tracker_id: number() }
    await tenants.deliver(mallorys, one.imei)
    const { id } = (await call('POST', '/devices', { imei: one.imei })).body.data
    const put = (tracker_id: string | null) => call('PUT', `/devices/${id}`, { imei: one.imei, tracker_id })
    expect((await put(one.tracker_id)).status).toBe(422)
    expect((await deliver(mallorys, [one])).body.data).toMatchObject({ delivered: 1, differing: 1 })
    expect((await api.get(`/devices/${id}`, MALLORY)).body.data.tracker_id).toBeNull()
    expect((await put(one.tracker_id)).body.data.tracker_id).toBe(one.tracker_id)
    expect((await put(null)).body.data.tracker_id).toBeNull()
  })

  it('M1 of others is answered as one that nobody has: registered, delivered, deleted or unheard-of', async () => {
    const [mine, registered, elsewhere, gone] = [
      imei(),
      await delivered(owners),
      await delivered(owners),
      await delivered(owners),
    ]
    await tenants.deliver(mallorys, mine)
    await call('POST', '/devices', { imei: registered.imei }, OWNER)
    const { id } = (await call('POST', '/devices', { imei: gone.imei }, OWNER)).body.data
    await call('DELETE', `/devices/${id}`, undefined, OWNER)
    const strip = (text: string, sought: string) =>
      text.replaceAll(sought, 'NUMBER').replaceAll(/"(request_id|import_id)":("[^"]*"|\d+)/g, '')
    const registeredBefore = imei()
    await tenants.deliver(mallorys, registeredBefore)
    const before = (await call('POST', '/devices', { imei: registeredBefore })).body.data
    const asked = async (sought: string) => {
      const answers = [
        await call('POST', '/devices', { imei: mine, tracker_id: sought }),
        await call('POST', '/devices', { imei: NOBODYS, tracker_id: sought }),
        await call('POST', '/devices', { imei: THEIRS, tracker_id: sought }),
        await call('POST', '/devices/imports', { csv: `imei,tracker_id\n${mine},${sought}`, dry_run: true }),
        await call('POST', '/devices/imports', { csv: `imei,tracker_id\n${NOBODYS},${sought}`, dry_run: true }),
        await call('PUT', `/devices/${before.id}`, { imei: registeredBefore, tracker_id: sought }),
        await call('POST', '/device-deliveries', { business_id: mallorys, trackers: [{ imei: mine, tracker_id: sought }] }),
      ]
      return answers.map(({ status, text }) => [status, strip(text, sought)])
    }
    const nobodys = await asked(number())
    expect(nobodys.map(([status]) => status)).toEqual([422, 422, 422, 200, 200, 422, 403])
    for (const { tracker_id } of [registered, elsewhere, gone]) expect(await asked(tracker_id)).toEqual(nobodys)
  })

  it('M1 that is a part of the IMEI is refused in the same words where others have it, and is not asked for by an IMEI of others', async () => {
    const theirs = imei()
    await tenants.deliver(owners, theirs)
    const part = theirs.slice(0, 11)
    const made = await call('POST', '/devices', { imei: theirs, tracker_id: part }, OWNER)
    expect(made.status).toBe(200)
    const [mine, others] = [imei(), imei()]
    await tenants.deliver(mallorys, mine)
    const unknown = await call('POST', '/devices', { imei: mine, tracker_id: number() })
    expect(refusal(await call('POST', '/devices', { imei: mine, tracker_id: part }))).toEqual(refusal(unknown))
    // If a request would wait for a decision anyway, its number does not show anything either.
    const waits = await call('POST', '/devices', { imei: others, tracker_id: others.slice(-9) })
    expect(refusal(await call('POST', '/devices', { imei: others, tracker_id: part }))).toEqual(refusal(waits))
    expect(waits.body.code).toBe('devices.possession-first')
  })

  it('is kept for the tracker that it was delivered with: nobody else takes it as a part of their own IMEI', async () => {
    const mine = imei()
    await tenants.deliver(mallorys, mine)
    const [theirs, part] = [imei(), mine.slice(-12)]
    await deliver(owners, [{ imei: theirs, tracker_id: part }])
    expect((await call('POST', '/devices', { imei: mine, tracker_id: part })).status).toBe(422)
    expect((await call('POST', '/devices', { imei: theirs }, OWNER)).body.data.tracker_id).toBe(part)
  })

  it('comes with a sheet: those without one in it take the delivered one, and wrong ones are named by their row', async () => {
    const [one, two, three] = [await delivered(mallorys), await delivered(mallorys), await delivered(mallorys)]
    const rows = [`${one.imei},`, `${two.imei},${two.tracker_id}`, `${three.imei},${one.tracker_id}`]
    const csv = `imei,tracker_id\n${rows.join('\n')}`
    const done = (await call('POST', '/devices/imports', { csv })).body.data
    expect(done).toMatchObject({ created: 2, waiting: 0 })
    expect(done.failed).toMatchObject([{ row: 4, field: 'tracker_id' }])
    const found = await ask('SELECT imei, tracker_id FROM devices WHERE imei = ANY ($1) ORDER BY imei', [[one.imei, two.imei]])
    expect(found).toEqual([one, two])
  })

  it('comes to what waited for the delivery, and to what a super admin grants', async () => {
    const [one, two] = [
      { imei: imei(), tracker_id: number() },
      { imei: imei(), tracker_id: number() },
    ]
    const waits = await claim(one.imei, DEALER)
    expect((await deliver(mallorys, [one])).body.data).toEqual({ delivered: 1, registered: 1, differing: 0 })
    const { device_id } = await state(waits.id, DEALER)
    expect((await api.get(`/devices/${device_id}`, DEALER)).body.data).toMatchObject({ ...one, business_id: below })
    await ask('INSERT INTO device_claims (business_id, imei) VALUES ($1, $2)', [mallorys, two.imei])
    await ask('INSERT INTO device_deliveries (business_id, imei, tracker_id) VALUES ($1, $2, $3)', [
      mallorys,
      two.imei,
      two.tracker_id,
    ])
    const [{ id }] = (await call('GET', `/device-claims?search=imei:${two.imei}`)).body.data
    const granted = (await call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)).body.data
    expect((await api.get(`/devices/${granted.device_id}`, MALLORY)).body.data).toMatchObject(two)
  })

  it('comes to a device that a super admin grants to whom its tracker was delivered', async () => {
    const one = { imei: imei(), tracker_id: number() }
    const { id } = await tenants.device(owners, one.imei)
    await deliver(mallorys, [one])
    const waits = await claim(one.imei)
    expect(waits.state).toBe('waiting')
    expect((await call('PUT', `/device-claims/${waits.id}/grant`, undefined, ROOT)).body.data.device_id).toBe(id)
    expect((await api.get(`/devices/${id}`, MALLORY)).body.data).toMatchObject({ ...one, business_id: mallorys })
    const told = await ask("SELECT before, after FROM audit_log WHERE action = 'device.update' AND object_id = $1", [String(id)])
    expect(told).toMatchObject([{ before: { tracker_id: null }, after: { imei: one.imei, tracker_id: one.tracker_id } }])
  })

  describe('that two write at once', () => {
    const LOCK = "SELECT pg_advisory_xact_lock(hashtext('tracker_id_is_of_one'))"
    const waiting = async () => {
      const here = '(SELECT oid FROM pg_database WHERE datname = current_database())'
      const held = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = ${here}`
      return (await ask(held)).length
    }
    /** Runs `work` in a transaction of another session, which has the lock. The requests of the test wait meanwhile. */
    const besides = async (work: (query: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<void>) => {
      const client = await api.database.pool.connect()
      try {
        await client.query('BEGIN')
        await client.query(LOCK)
        await work((text, values) => client.query(text, values))
        await client.query('COMMIT')
      } finally {
        client.release(true)
      }
    }

    it('waits for the other, when a sheet leaves some waiting and a claim is fulfilled meanwhile', async () => {
      const [one, two, other] = [await delivered(mallorys), await delivered(mallorys), imei()]
      const csv = `imei,tracker_id\n${one.imei},\n${other},`
      const answers: Promise<{ status: number }>[] = []
      await besides(async () => {
        answers.push(call('POST', '/devices/imports', { csv }))
        await until('the sheet waits', async () => (await waiting()) === 1)
        answers.push(call('POST', '/device-claims', { imei: two.imei }))
        await until('the claim waits', async () => (await waiting()) === 2)
      })
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    })

    it('waits for the other before it has written anything of a sheet', async () => {
      const [one, plain] = [await delivered(mallorys), imei()]
      await tenants.deliver(mallorys, plain)
      let answer: ReturnType<typeof call> | undefined
      await besides(async (query) => {
        answer = call('POST', '/devices/imports', { csv: `imei,tracker_id\n${plain},\n${one.imei},${one.tracker_id}` })
        await until('the sheet waits', async () => (await waiting()) === 1)
        await query('INSERT INTO devices (business_id, imei) VALUES ($1, $2)', [owners, plain])
      })
      expect((await answer)?.body.data).toMatchObject({ created: 1, waiting: 1, failed: [] })
    })

    it('waits for the other before it has written anything of a delivery', async () => {
      const [one, plain] = [{ imei: imei(), tracker_id: number() }, imei()]
      let answer: ReturnType<typeof call> | undefined
      await besides(async (query) => {
        answer = deliver(mallorys, [{ imei: plain }, one])
        await until('the delivery waits', async () => (await waiting()) === 1)
        await query('INSERT INTO device_deliveries (business_id, imei) VALUES ($1, $2)', [owners, plain])
      })
      expect((await answer)?.body.data).toMatchObject({ delivered: 2 })
    })

    it('is the first one’s: a claim that is fulfilled after it is a device without that number', async () => {
      const one = await delivered(mallorys)
      let answer: ReturnType<typeof call> | undefined
      await besides(async (query) => {
        await query('UPDATE device_deliveries SET tracker_id = NULL WHERE imei = $1', [one.imei])
        await query('INSERT INTO devices (business_id, imei, tracker_id) VALUES ($1, $2, $3)', [owners, imei(), one.tracker_id])
        answer = call('POST', '/device-claims', { imei: one.imei })
        await until('the claim waits', async () => (await waiting()) === 1)
      })
      const { device_id } = (await answer!).body.data
      expect((await api.get(`/devices/${device_id}`, MALLORY)).body.data).toMatchObject({ imei: one.imei, tracker_id: null })
    })
  })

  it('is in one place only, whoever writes past the API', async () => {
    const { tracker_id } = await delivered(owners)
    const other = imei()
    await expect(
      ask('INSERT INTO devices (business_id, imei, tracker_id) VALUES ($1, $2, $3)', [owners, other, tracker_id]),
    ).rejects.toMatchObject({ code: '23505' })
    const taken = number()
    await ask('INSERT INTO devices (business_id, imei, tracker_id) VALUES ($1, $2, $3)', [owners, other, taken])
    await expect(
      ask('INSERT INTO device_deliveries (business_id, imei, tracker_id) VALUES ($1, $2, $3)', [owners, imei(), taken]),
    ).rejects.toMatchObject({ code: '23505' })
  })
})

describe('M1 G-109 possession', () => {
  it('is granted of a tracker that nobody has, and the audit log says what became of it', async () => {
    const number = imei()
    const { id } = await claim(number)
    const granted = (await call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)).body.data
    const told = await ask("SELECT after FROM audit_log WHERE action = 'device.create' AND object_id = $1", [
      String(granted.device_id),
    ])
    expect(told).toEqual([{ after: { imei: number, claim_id: id } }])
  })

  it('is not granted while somebody else registers the tracker: who decides learns of them first', async () => {
    const number = imei()
    const { id } = await claim(number)
    const client = await api.database.pool.connect()
    await client.query('BEGIN')
    await client.query('INSERT INTO devices (business_id, imei) VALUES ($1, $2)', [owners, number])
    const granting = call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)
    const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    await until('the grant waits', async () => (await ask(waits)).length === 1)
    await client.query('COMMIT')
    client.release()
    expect((await granting).status).toBe(409)
    expect(await state(id)).toMatchObject({ state: 'waiting', device_id: null })
  })

  it('is decided by a super admin, who sees what answered: granted, it is registered, bound to what it spoke', async () => {
    const number = imei()
    const id = await challenged(number, 'asked')
    expect(await state(id, ROOT)).toMatchObject({
      state: 'shown',
      challenge: 'ended',
      challenge_outcome: 'shown',
      held_by: null,
      delivered_to: null,
      answered_as: 'unregistered',
      answered_from: '10.0.0.1',
    })
    expect(
      (await call('GET', `/device-claims?search=state:shown&searchFields=state:=`, undefined, ROOT)).body.data,
    ).toMatchObject([{ id }])
    const toDecide = async (email?: string) =>
      (await call('GET', '/dashboard/badges', undefined, email)).body.data.claims_to_decide
    expect([await toDecide(ROOT), await toDecide()]).toEqual([1, null])
    expect((await call('PUT', `/device-claims/${id}/grant`)).status).toBe(403)
    const granted = (await call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)).body.data
    expect(await state(id)).toMatchObject({ state: 'registered', device_id: granted.device_id })
    expect(await toDecide(ROOT)).toBe(0)
    const [device] = await ask('SELECT imei, business_id, bound_protocol FROM devices WHERE id = $1', [granted.device_id])
    expect(device).toEqual({ imei: number, business_id: mallorys, bound_protocol: 'gt06' })
  })

  it('M1b tells whoever claims nothing until somebody has decided, whatever others have and whatever was heard', async () => {
    const [live, parked, delivered] = [imei(), imei(), imei()]
    await tenants.install(owners, await tenants.entity(owners, 'Live'), live)
    const { deviceId } = await tenants.install(owners, await tenants.entity(owners, 'Parked'), parked)
    await tenants.deliver(owners, delivered)
    await tenants.doubtedSender(deviceId, { reason: 'newcomer', newcomer_network: '203.0.0.0/16' })
    const ids = [
      await challenged(imei(), 'asked'),
      await challenged(live, 'early'),
      await challenged(parked, 'asked'),
      await challenged(delivered, 'asked'),
    ]
    const read = async (id: number) => {
      const { id: _, imei: __, created_at, updated_at, on_at: ___, challenge_ends_at: ____, ...rest } = await state(id)
      const audit = await call(
        'GET',
        `/audit-log?search=object_type:claim;object_id:${id}&searchFields=object_type:=;object_id:=`,
      )
      const actions = audit.body.data.map(({ action }: { action: string }) => action)
      return { ...rest, isUnchanged: created_at === updated_at, actions }
    }
    const nobodys = await read(ids[0]!)
    expect(nobodys).toMatchObject({ state: 'waiting', challenge: 'ended', challenge_outcome: null, answered_as: null })
    expect(nobodys.actions.sort()).toEqual(['claim.challenge', 'claim.create'])
    for (const id of ids) expect(await read(id)).toEqual(nobodys)
    const listed = await call('GET', '/device-claims?search=state:shown&searchFields=state:=')
    expect(listed.body.data).toEqual([])
    expect(await Promise.all(ids.map(async (id) => (await state(id, ROOT)).challenge_outcome))).toEqual([
      ...['shown', 'not_shown', 'shown', 'shown'],
    ])
  })

  it('is not over before its time, whatever was heard: when it failed would tell whether the tracker lives', async () => {
    const number = imei()
    const { id } = await claim(number)
    await call('POST', `/device-claims/${id}/challenge`, {})
    await ask("UPDATE device_challenges SET began_at = now() - interval '40 seconds' WHERE claim_id = $1", [id])
    await knocks(number)
    await until('the challenge is judged', async () => (await outcomeOf(id)) === 'not_shown')
    for (const email of [MALLORY, ROOT])
      expect(await state(id, email)).toMatchObject({ state: 'waiting', challenge: 'off', challenge_outcome: null })
    await isOver(id)
    expect(await state(id, ROOT)).toMatchObject({ state: 'waiting', challenge_outcome: 'not_shown', device_id: null })
    expect(await state(id)).toMatchObject({ state: 'waiting', challenge: 'ended', challenge_outcome: null })
  })

  it('is asked for one challenge at a time, three times a day for one IMEI, also when it is withdrawn in between', async () => {
    const number = imei()
    for (const _ of [1, 2, 3]) {
      const { id } = await claim(number)
      expect((await call('POST', `/device-claims/${id}/challenge`, {})).status).toBe(200)
      expect((await call('POST', `/device-claims/${id}/challenge`, {})).status).toBe(409)
      await call('DELETE', `/device-claims/${id}`)
    }
    const { id } = await claim(number)
    expect((await call('POST', `/device-claims/${id}/challenge`, {})).status).toBe(429)
  })

  it('of a tracker that others have is decided by who sees both, and by whether its own network answered', async () => {
    const number = imei()
    const entity = await tenants.entity(owners, 'Their bike')
    const { deviceId } = await tenants.install(owners, entity, number)
    const { id } = await claim(number)
    await call('POST', `/device-claims/${id}/challenge`, {})
    await asksForAWord(id)
    await tenants.state(deviceId, new Date())
    await until('the challenge is judged', async () => (await outcomeOf(id)) === 'shown')
    await isOver(id)
    expect(await state(id, ROOT)).toMatchObject({ state: 'shown', held_by: 'Owner', answered_as: 'known', answered_from: null })
    expect(await state(id)).toMatchObject({ state: 'waiting', held_by: null, delivered_to: null, answered_as: null })
    expect((await call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)).status).toBe(409)
    await call('POST', `/devices/${deviceId}/detach`, { reason: 'Stolen' }, ROOT)
    const granted = await call('PUT', `/device-claims/${id}/grant`, undefined, ROOT)
    expect(granted.body.data).toMatchObject({ state: 'registered', device_id: deviceId })
    expect((await api.get(`/devices/${deviceId}`, MALLORY)).body.data).toMatchObject({ imei: number, business_id: mallorys })
    expect((await api.get(`/devices/${deviceId}`, OWNER)).status).toBe(404)
  })

  it.each([
    ['a sender that was kept aside', 'aside'],
    ['one that is believed for now', 'believed'],
  ])('of a tracker that others have shows when %s answered: it is a newcomer', async (_, how) => {
    const number = imei()
    const { deviceId } = await tenants.install(owners, await tenants.entity(owners, `Bike ${number}`), number)
    const { id } = await claim(number)
    await call('POST', `/device-claims/${id}/challenge`, {})
    await asksForAWord(id)
    if (how === 'aside')
      await tenants.doubtedSender(deviceId, { reason: 'newcomer', newcomer_network: '203.0.0.0/16', network: '203.0.0.0/16' })
    else {
      await ask(
        `INSERT INTO tracker_networks (device_id, network, standing, first_at, since) VALUES ($1, '203.0.0.0/16', 'believed', now(), now())`,
        [deviceId],
      )
      await tenants.state(deviceId, new Date())
    }
    await until('the challenge is judged', async () => (await outcomeOf(id)) === 'shown')
    await isOver(id)
    expect(await state(id, ROOT)).toMatchObject({ answered_as: 'newcomer', answered_from: '203.0.0.0/16', held_by: 'Owner' })
  })

  it('of a tracker that was delivered to others can be refused', async () => {
    const number = imei()
    await tenants.deliver(owners, number)
    const id = await challenged(number, 'asked')
    expect(await state(id, ROOT)).toMatchObject({ state: 'shown', held_by: null, delivered_to: 'Owner' })
    expect((await call('PUT', `/device-claims/${id}/refuse`)).status).toBe(403)
    expect((await call('PUT', `/device-claims/${id}/refuse`, undefined, ROOT)).body.data.state).toBe('refused')
    expect(await ask('SELECT id FROM devices WHERE imei = $1', [number])).toEqual([])
  })
})
