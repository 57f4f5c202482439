import { outlastTheRush } from './outlast-the-rush.js'

/** Errors of PostgreSQL and of the pool. */
const REFUSALS = [
  Object.assign(new Error('sorry, too many clients already'), { code: '53300' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  new Error('Connection terminated due to connection timeout'),
]

describe('what the launcher does in a database that just came back', () => {
  it('F4 is tried again while others take every place at the door', async () => {
    const refusals = [...REFUSALS]
    let done = 0
    await outlastTheRush(async () => {
      const refusal = refusals.shift()
      if (refusal) throw refusal
      done++
    })
    expect([refusals, done]).toEqual([[], 1])
  })

  it('ends at once with what another try does not mend', async () => {
    let tries = 0
    const refused = outlastTheRush(async () => {
      tries++
      throw Object.assign(new Error('permission denied'), { code: '42501' })
    })
    await expect(refused).rejects.toThrow('permission denied')
    expect(tries).toBe(1)
  })
})
