import { MAX_STRANGERS, MAX_STRANGERS_OF_ADDRESS } from '../live-limits.js'
import { LiveStrangers } from './live-strangers.js'

describe('sockets that have not said who they are', () => {
  let dismissed: number[]
  let strangers: LiveStrangers<{ makeRoom(): void }>
  const stranger = (id: number) => ({ makeRoom: () => void dismissed.push(id) })
  const arrive = (count: number, addressOf: (id: number) => string, first = 0) => {
    const all = Array.from({ length: count }, (_, at) => stranger(first + at))
    all.forEach((one, at) => strangers.add(one, addressOf(first + at)))
    return all
  }
  const elsewhere = (id: number) => `10.0.${id >> 8}.${id & 255}`

  beforeEach(() => {
    dismissed = []
    strangers = new LiveStrangers()
  })

  it('M6 make room for their own address alone when it has too many, the longest silent first', () => {
    arrive(10, elsewhere)
    arrive(MAX_STRANGERS_OF_ADDRESS + 2, () => '203.0.113.9', 100)
    expect(dismissed).toEqual([100, 101])
  })

  it('M6 make room for anybody when all are too many, the longest silent first', () => {
    arrive(MAX_STRANGERS + 2, elsewhere)
    expect(dismissed).toEqual([0, 1])
  })

  it('M6 count no more once they said who they are, or left', () => {
    const [first, second] = arrive(MAX_STRANGERS, elsewhere)
    strangers.delete(first!)
    strangers.delete(first!)
    arrive(2, elsewhere, MAX_STRANGERS)
    expect(dismissed).toEqual([1])
    strangers.delete(second!)
    arrive(1, elsewhere, MAX_STRANGERS + 2)
    expect(dismissed).toEqual([1, 2])
  })
})
