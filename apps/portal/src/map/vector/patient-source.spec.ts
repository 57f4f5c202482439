import { EtagMismatch, type Source } from 'pmtiles'
import { PatientSource } from './patient-source'

const piece = { data: new ArrayBuffer(8) }

describe('a map file that is out of reach', () => {
  let answers: (() => Promise<typeof piece>)[]
  let asked: number
  let pauses: number[]
  let reached: boolean[]

  const sourceThatAnswers = (...given: (() => Promise<typeof piece>)[]) => {
    answers = given
    const source: Source = {
      getKey: () => 'file',
      getBytes: () => {
        asked += 1
        return (answers.shift() ?? fails)()
      },
    }
    return new PatientSource(
      source,
      (isReached) => reached.push(isReached),
      async (milliseconds) => void pauses.push(milliseconds),
    )
  }
  const fails = () => Promise.reject(new Error('offline'))
  const comes = () => Promise.resolve(piece)

  beforeEach(() => {
    asked = 0
    pauses = []
    reached = []
  })

  it('is asked for again after pauses that grow, until it is there', async () => {
    await expect(sourceThatAnswers(fails, fails, comes).getBytes(0, 8)).resolves.toBe(piece)
    expect(pauses).toEqual([1_000, 2_000])
    expect(reached).toEqual([true])
  })

  it('is given up after a while, and said to be', async () => {
    await expect(sourceThatAnswers().getBytes(0, 8)).rejects.toThrow('offline')
    expect(asked).toBe(6)
    expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 30_000])
    expect(reached).toEqual([false])
  })

  it('is waited for by all its pieces together', async () => {
    const source = sourceThatAnswers(fails, fails, fails, comes, comes, comes)
    await Promise.all([source.getBytes(0, 8), source.getBytes(8, 8), source.getBytes(16, 8)])
    expect(pauses).toEqual([1_000])
  })

  it('is not asked for where nobody looks any more', async () => {
    const left = new AbortController()
    left.abort()
    await expect(sourceThatAnswers(comes).getBytes(0, 8, left.signal)).rejects.toThrow()
    expect(asked).toBe(0)
  })

  it('is begun anew by its reader when it has changed', async () => {
    const changed = () => Promise.reject(new EtagMismatch('changed'))
    await expect(sourceThatAnswers(changed).getBytes(0, 8)).rejects.toThrow(EtagMismatch)
    expect(pauses).toEqual([])
  })
})
