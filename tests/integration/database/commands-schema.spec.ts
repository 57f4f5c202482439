import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { addBusiness } from '../../support/database/tenant-fixture.js'

const STATES = ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'] as const
type State = (typeof STATES)[number]

/** Columns of a row in each state, in addition to those that every row has. */
const CLAIM = "gateway = 'g', serial = 1, sent_at = now(), answer_by = now() + interval '1 minute'"
const NO_CLAIM = 'gateway = NULL, serial = NULL, sent_at = NULL, answer_by = NULL'
const ENTERING: Record<State, string> = {
  queued: `${NO_CLAIM}, ended_at = NULL`,
  sent: CLAIM,
  acknowledged: "reply = 'ok', replied_at = now(), ended_at = now(), failure = NULL",
  failed: "failure = 'no_answer', ended_at = now()",
  expired: 'ended_at = now()',
  cancelled: 'ended_at = now()',
}
/** The only allowed changes of state. */
const ALLOWED: Record<State, readonly State[]> = {
  queued: ['sent', 'expired', 'cancelled'],
  sent: ['acknowledged', 'failed', 'queued'],
  acknowledged: [],
  failed: ['acknowledged'],
  expired: [],
  cancelled: [],
}
const WAY: Record<State, readonly State[]> = {
  queued: [],
  sent: ['sent'],
  acknowledged: ['sent', 'acknowledged'],
  failed: ['sent', 'failed'],
  expired: ['expired'],
  cancelled: ['cancelled'],
}

describe('the table of commands', () => {
  let database: TestDatabase
  let businessId: number
  let number = 0
  beforeAll(async () => {
    database = await createTestDatabase()
    businessId = await addBusiness(database.pool, 'Fleet')
  })
  afterAll(() => database.drop())

  const device = async (): Promise<number> => {
    const imei = String(350_000_000_000_000 + ++number)
    const values = [imei, businessId]
    return (await database.pool.query('INSERT INTO devices (imei, business_id) VALUES ($1, $2) RETURNING id', values)).rows[0].id
  }
  const queue = async (deviceId: number, columns = 'kind, text', values = "'text', 'getver'"): Promise<string> =>
    (
      await database.pool.query(
        `INSERT INTO device_commands (device_id, business_id, expires_at, ${columns})
         VALUES ($1, $2, now() + interval '1 day', ${values}) RETURNING id`,
        [deviceId, businessId],
      )
    ).rows[0].id
  const go = (id: string, state: State) =>
    database.pool.query(`UPDATE device_commands SET state = '${state}', ${ENTERING[state]} WHERE id = $1`, [id])
  const inState = async (state: State): Promise<string> => {
    const id = await queue(await device())
    for (const step of WAY[state]) await go(id, step)
    return id
  }

  it.each(STATES.flatMap((from) => STATES.map((to) => [from, to, ALLOWED[from].includes(to)] as const)))(
    'lets a command that is %s become %s: %s',
    async (from, to, isAllowed) => {
      const change = go(await inState(from), to)
      if (isAllowed) await expect(change).resolves.toMatchObject({ rowCount: 1 })
      else await expect(change).rejects.toThrow(/cannot become|violates check constraint/)
    },
  )

  it('gives up for good what a tracker refused', async () => {
    const id = await queue(await device())
    await go(id, 'sent')
    await database.pool.query(
      "UPDATE device_commands SET state = 'failed', failure = 'refused', reply = 'no', replied_at = now(), ended_at = now() WHERE id = $1",
      [id],
    )
    await expect(go(id, 'acknowledged')).rejects.toThrow(/cannot become/)
  })

  it.each([
    ['sent by nobody', "state = 'sent'"],
    ['sent without a serial number', "state = 'sent', gateway = 'g', sent_at = now(), answer_by = now() + interval '1 minute'"],
    ['claimed and still queued', CLAIM],
    ['failed without a reason', "state = 'failed', ended_at = now()"],
    ['unanswered and never sent', "state = 'failed', failure = 'no_answer', ended_at = now()"],
    ['ended and still queued', 'ended_at = now()'],
    ['answered and still queued', "reply = 'ok', replied_at = now()"],
    ['of two lines', "text = E'getver\\r\\nreboot'"],
    ['of no text', 'text = NULL'],
  ])('holds no command that is %s', async (_what, change) => {
    const id = await queue(await device())
    await expect(database.pool.query(`UPDATE device_commands SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
      /violates check constraint/,
    )
  })

  it('has one command of a device on its way, one locate and one taking back waiting', async () => {
    const deviceId = await device()
    const [first, second] = [await queue(deviceId), await queue(deviceId)]
    await go(first, 'sent')
    await expect(go(second, 'sent')).rejects.toThrow(/device_commands_in_flight/)
    const locate = await queue(deviceId, 'kind', "'locate'")
    await expect(queue(deviceId, 'kind', "'locate'")).rejects.toThrow(/device_commands_locate/)
    await queue(deviceId, 'kind, undo_of', `'undo', ${locate}`)
    await expect(queue(deviceId, 'kind, undo_of', `'undo', ${locate}`)).rejects.toThrow(/device_commands_undo/)
  })
})
