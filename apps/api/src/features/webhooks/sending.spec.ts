import { pauseS, receiverPauseS, TRIED_FOR_S } from './pauses.js'
import { newSecret, signatureOf } from './signature.js'

describe('the signature of a webhook', () => {
  it('is that of Standard Webhooks, by the example of its specification', () => {
    const signed = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
    expect(signatureOf(signed, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    )
  })

  it('is one by each secret while a new one takes the place of the old', () => {
    const signed = { id: 'evt_1', timestamp: 1, body: '{}' }
    const [one, other] = [newSecret(), newSecret()]
    expect(signatureOf(signed, [one, other])).toBe(`${signatureOf(signed, [one])} ${signatureOf(signed, [other])}`)
  })
})

describe('pauses between attempts', () => {
  it('grow from seconds to hours, each with up to a fifth more', () => {
    const pauses = Array.from({ length: 12 }, (_, at) => pauseS(at + 1, 0, 0))
    expect(pauses.slice(0, 4)).toEqual([5, 30, 120, 600])
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right))
    expect(pauseS(1, 0, 1)).toBe(6)
  })

  it('are not shorter than the receiver asks for, and no longer than a day for it', () => {
    expect([pauseS(1, 300, 0), pauseS(1, 1e9, 0), receiverPauseS(1, 300)]).toEqual([300, 86_400, 300])
  })

  it('let a delivery be tried a dozen times before it has failed', () => {
    let [attempts, passed] = [0, 0]
    while (passed < TRIED_FOR_S) passed += pauseS(++attempts, 0, 0)
    expect(attempts).toBeGreaterThanOrEqual(12)
  })

  it('leave a receiver alone that fails again and again, for minutes at most', () => {
    expect([1, 2, 3, 4, 20].map((failures) => receiverPauseS(failures))).toEqual([0, 0, 5, 10, 900])
  })
})
