import { networkState } from './network-state.js'

const NOW = new Date('2025-11-21T12:00:00Z')
const after = (seconds: number) => networkState(new Date(NOW.getTime() - seconds * 1_000), NOW)

describe('the network of a tracker', () => {
  it('R-115 R-356 is disconnected after 3 minutes without an update', () => {
    expect([after(0), after(179), after(180), after(86_400)]).toEqual(['connected', 'connected', 'disconnected', 'disconnected'])
  })

  it('R-115 is not called disconnected where there never was a message', () => {
    expect(networkState(null, NOW)).toBe('never')
  })
})
