import { digitsMissing, livePhase, networkOf } from './live-phase.js'

const START = Date.parse('2025-11-21T12:00:00Z')
const watched = (more = {}) => ({ isFailing: false, isAnswered: true, startedAt: START, lastUpdate: undefined, ...more })
const after = (seconds: number) => START + seconds * 1_000

describe('the phase of a live test', () => {
  it('R-112 is connecting, then connected and waiting, then live with the first update', () => {
    expect(livePhase(watched({ isAnswered: false }), START)).toBe('connecting')
    expect(livePhase(watched(), after(1))).toBe('connected')
    expect(livePhase(watched({ lastUpdate: after(2) }), after(2))).toBe('live')
  })

  it('R-112 is not live by what was sent before somebody looked, nor 3 minutes after the last update', () => {
    expect(livePhase(watched({ lastUpdate: START - 1 }), after(1))).toBe('connected')
    expect(livePhase(watched({ lastUpdate: after(2) }), after(182))).toBe('connected')
  })

  it('R-113 is an error while the service cannot be reached', () => {
    expect(livePhase(watched({ isFailing: true, lastUpdate: after(2) }), after(3))).toBe('error')
  })
})

describe('the network of a tracker under test', () => {
  it('R-115 is disconnected 3 minutes after the last update, and of one never heard 3 minutes after the test began', () => {
    const heard = watched({ lastUpdate: START })
    expect([networkOf(heard, after(179)), networkOf(heard, after(180))]).toEqual(['connected', 'disconnected'])
    expect([networkOf(watched(), after(179)), networkOf(watched(), after(180))]).toEqual(['waiting', 'disconnected'])
  })
})

it('R-107 six digits suffice', () => {
  expect([digitsMissing(''), digitsMissing('1234'), digitsMissing('123456'), digitsMissing('352625698104217')]).toEqual([
    6, 2, 0, 0,
  ])
})
