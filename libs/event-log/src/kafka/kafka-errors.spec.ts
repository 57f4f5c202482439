import { createRequire } from 'node:module'
import { saysLost, saysRebalance, saysSessionTooShort, saysUnsettled } from './kafka-errors.js'

// The client creates its errors from the numbers of the protocol, https://kafka.apache.org/protocol#protocol_error_codes.
const { createErrorFromCode } = createRequire(import.meta.url)('kafkajs/src/protocol/error.js') as {
  createErrorFromCode: (code: number) => Error
}

describe('an error of a Kafka broker', () => {
  it.each([
    ['5: the leader is not available', 5, saysUnsettled],
    ['6: the broker is not the leader', 6, saysUnsettled],
    ['14: the coordinator loads its groups', 14, saysUnsettled],
    ['15: no coordinator is available', 15, saysUnsettled],
    ['16: the broker is not the coordinator', 16, saysUnsettled],
    ['22: another generation', 22, saysLost],
    ['25: an unknown member', 25, saysLost],
    ['82: another instance', 82, saysLost],
    ['26: the session is too short', 26, saysSessionTooShort],
    ['27: members join or leave', 27, saysRebalance],
  ])('is recognised, also when it is wrapped: %s', (_, code, says) => {
    const error = createErrorFromCode(code)
    expect(says(error)).toBe(true)
    expect(says(new Error('gave up', { cause: error }))).toBe(true)
  })

  it('of another kind is none of them', () => {
    const error = createErrorFromCode(29)
    expect([saysLost, saysRebalance, saysSessionTooShort, saysUnsettled].filter((says) => says(error))).toEqual([])
  })
})
