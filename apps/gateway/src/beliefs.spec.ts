import { Beliefs } from './beliefs.js'

const IMEI = '356307042441013'
const NOW = 1_763_700_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const [CARRIER, STRANGER, OTHER]: [string, string, string] = ['10.1.0.0/16', '6.6.0.0/16', '7.7.0.0/16']

/** Creates a tracker with a known carrier network. */
function known({ ago = 8 * MINUTE, isMoving = false, rhythmS = 0, readAt = NOW } = {}) {
  const beliefs = new Beliefs()
  beliefs.bind(IMEI, 'teltonika')
  const belief = beliefs.beliefOf(IMEI)
  belief.settle(CARRIER, 'known')
  belief.learn({ atS: (NOW - ago) / 1_000, isMoving, rhythmS })
  beliefs.refreshed(readAt)
  const hear = (network = STRANGER, { protocol = 'teltonika', now = NOW } = {}) => belief.judge({ protocol, network, now })
  return { beliefs, belief, hear }
}

describe('what is believed of a tracker (H1b, G-105)', () => {
  it('is nothing in another protocol than it is bound to, from whatever network', () => {
    const { hear } = known()
    expect(hear(CARRIER, { protocol: 'osmand' })).toEqual({ keptAsideFor: 'protocol' })
  })

  it('is any protocol while nobody has said which it speaks', () => {
    expect(new Beliefs().beliefOf(IMEI).judge({ protocol: 'osmand', network: STRANGER, now: NOW })).toEqual({ voice: 'first' })
  })

  it('is whoever speaks first, once', () => {
    const belief = new Beliefs().beliefOf(IMEI)
    const claim = { protocol: 'teltonika', network: CARRIER, now: NOW }
    expect([belief.judge(claim), belief.judge(claim)]).toEqual([{ voice: 'first' }, undefined])
    expect(belief.judge({ ...claim, network: STRANGER })).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
  })

  it.each([
    ['parked', 8 * MINUTE, {}],
    ['parked for an hour', HOUR, {}],
    ['parked for a night, as every night', 9 * HOUR, { rhythmS: (8 * HOUR) / 1_000 }],
    ['riding', 4 * MINUTE, { isMoving: true }],
  ])('is nobody from another network while the tracker, %s, may be asleep', (_, ago, more) => {
    expect(known({ ago, ...more }).hear()).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
  })

  it.each([
    ['parked', 2 * HOUR, {}],
    ['parked for longer than ever', 11 * HOUR, { rhythmS: (8 * HOUR) / 1_000 }],
    ['gone for two days, whatever its rhythm', 49 * HOUR, { rhythmS: 1e6 }],
    ['riding', 7 * MINUTE, { isMoving: true }],
  ])('is somebody from another network once the tracker, %s, has been silent for longer than its rhythm', (_, ago, more) => {
    expect(known({ ago, ...more }).hear()).toEqual({ voice: 'believed' })
  })

  it('is nobody new while it cannot be read when the tracker spoke elsewhere', () => {
    expect(known({ ago: 5 * HOUR, readAt: NOW - 2 * MINUTE }).hear()).toMatchObject({ keptAsideFor: 'newcomer' })
  })

  it('is no newcomer any longer once the known one speaks again, however long that one is silent then', () => {
    const { hear, beliefs } = known({ ago: 2 * HOUR })
    hear()
    expect(hear(CARRIER, { now: NOW + MINUTE })).toEqual({ voice: 'known' })
    expect(hear(CARRIER, { now: NOW + MINUTE })).toBeUndefined()
    beliefs.refreshed(NOW + 72 * HOUR)
    expect(hear(STRANGER, { now: NOW + 72 * HOUR })).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
  })

  it('says that both speak, also where the newcomer only was on trial', () => {
    const { hear } = known()
    hear()
    expect(hear(CARRIER)).toEqual({ voice: 'known' })
  })

  it('is a network that a person accepted, and no other', () => {
    const { belief, hear } = known()
    hear()
    belief.settle(STRANGER, 'known')
    expect([hear(STRANGER), hear(OTHER)]).toEqual([undefined, { keptAsideFor: 'newcomer', voice: 'trial' }])
  })

  it('stays as it is when an older standing is read later', () => {
    const { belief, hear } = known({ ago: 2 * HOUR })
    hear()
    hear(CARRIER)
    expect(belief.settle(STRANGER, 'believed')).toBe(false)
    expect(hear()).toMatchObject({ keptAsideFor: 'newcomer' })
  })

  it('is a network that many trackers are known to speak from', () => {
    const { beliefs, hear } = known()
    beliefs.trust([OTHER])
    expect([hear(OTHER), hear(STRANGER)]).toEqual([undefined, { keptAsideFor: 'newcomer', voice: 'trial' }])
  })
})
