import 'fake-indexeddb/auto'
import { ApiError } from '../api/api-error.js'
import { aUser } from '../../testing/fixtures.js'
import { keepAnswersFor, keptAnswer, onceADay } from './kept-answer.js'
import { forgetSession, keepSession, readKeptSession } from './kept-session.js'

const away = () => Promise.reject(new ApiError('', 0, 'network'))
const refused = () => Promise.reject(new ApiError('No', 403, 'http'))

describe('what a device keeps', () => {
  beforeEach(async () => {
    await forgetSession()
    await keepSession(aUser())
    keepAnswersFor(7)
  })

  it('T-17 answers a list from the device where the server cannot be reached, and only there', async () => {
    await keptAnswer('brands', () => Promise.resolve(['Gazelle']))
    expect(await keptAnswer('brands', away)).toEqual(['Gazelle'])
    await expect(keptAnswer('brands', refused)).rejects.toMatchObject({ status: 403 })
    await expect(keptAnswer('colors', away)).rejects.toMatchObject({ kind: 'network' })
    expect(await keptAnswer('brands', () => Promise.resolve(['Batavus']))).toEqual(['Batavus'])
    expect(await keptAnswer('brands', away)).toEqual(['Batavus'])
  })

  it('T-17 shows nobody what was kept for somebody else', async () => {
    await keptAnswer('brands', () => Promise.resolve(['Gazelle']))
    keepAnswersFor(8)
    await expect(keptAnswer('brands', away)).rejects.toMatchObject({ kind: 'network' })
    await keepSession(aUser({ id: 8 }))
    keepAnswersFor(7)
    await expect(keptAnswer('brands', away)).rejects.toMatchObject({ kind: 'network' })
  })

  it('T-17 forgets user and lists at sign-out, and keeps nothing that arrives afterwards', async () => {
    let arrive = (_brands: string[]) => undefined as void
    const asked = keptAnswer('brands', () => new Promise<string[]>((resolve) => (arrive = resolve)))
    keepAnswersFor(undefined)
    await forgetSession()
    arrive(['Gazelle'])
    await asked
    keepAnswersFor(7)
    await expect(keptAnswer('brands', away)).rejects.toMatchObject({ kind: 'network' })
    expect(await readKeptSession()).toBeUndefined()
  })

  it('keeps no view of a role', async () => {
    await forgetSession()
    await keepSession(aUser({ viewing_as: { role_key: 'reporter', business_id: null, business_name: null } }))
    expect(await readKeptSession()).toBeUndefined()
  })

  it('does a thing once a day, and again where it failed', async () => {
    const work = jest.fn(() => Promise.reject(new Error('no')))
    await expect(onceADay('catalogue', work)).rejects.toThrow('no')
    const good = jest.fn(() => Promise.resolve())
    await onceADay('catalogue', good)
    await onceADay('catalogue', good)
    expect(good).toHaveBeenCalledTimes(1)
  })
})
