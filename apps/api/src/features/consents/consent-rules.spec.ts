import { afterAnswer, CONSENT_STATES } from './consent-rules.js'

describe('a customer’s answer', () => {
  it.each([
    ['approve', { pending: 'granted', granted: 'granted' }],
    ['decline', { pending: 'declined', declined: 'declined' }],
    ['revoke', { granted: 'revoked', revoked: 'revoked' }],
  ] as const)('%s counts once, says the same when it is given again, and comes too late otherwise', (answer, counts) => {
    const outcome = Object.fromEntries(CONSENT_STATES.map((state) => [state, afterAnswer(state, answer)]))
    expect(outcome).toEqual({ ...Object.fromEntries(CONSENT_STATES.map((state) => [state, undefined])), ...counts })
  })
})
