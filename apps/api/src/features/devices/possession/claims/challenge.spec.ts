import { judgeChallenge } from './challenge.js'

const SECOND = 1_000
const CHALLENGE = { beganAt: 0, onAt: 90 * SECOND, endsAt: 240 * SECOND }
const judged = (word: number | null, now: number) => judgeChallenge(CHALLENGE, word === null ? null : word * SECOND, now * SECOND)

describe('G-109 possession of a tracker', () => {
  it('is shown by silence until it is asked for, and a word right after', () => {
    expect(judged(-30, 80)).toBeUndefined()
    expect(judged(-30, 95)).toBeUndefined()
    expect(judged(110, 111)).toBe('shown')
  })

  it('is shown by a tracker that had never spoken before', () => {
    expect(judged(null, 100)).toBeUndefined()
    expect(judged(120, 120)).toBe('shown')
  })

  it('lets a tracker say farewell while it is being switched off', () => {
    expect(judged(15, 60)).toBeUndefined()
  })

  it('is not shown by a tracker that goes on speaking', () => {
    expect(judged(45, 46)).toBe('not_shown')
    expect(judged(89, 92)).toBe('not_shown')
  })

  it('does not take a word for the answer that may have been said before the question', () => {
    expect(judged(91, 93)).toBeUndefined()
  })

  it('is not shown by a tracker that stays silent', () => {
    expect(judged(10, 239)).toBeUndefined()
    expect(judged(10, 240)).toBe('not_shown')
  })
})
