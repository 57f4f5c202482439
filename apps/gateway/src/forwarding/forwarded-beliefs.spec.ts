import { FORWARDED_NETWORK } from '@roadbook/contracts'
import { Beliefs } from '../beliefs.js'

const IMEI = '356307042441013'
const NOW = 1_763_700_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const OWN = '10.1.0.0/16'

/** Creates a tracker whose known sender is this network, and sent last this many milliseconds ago (`ago`). */
function known(network: string, ago = 8 * MINUTE) {
  const beliefs = new Beliefs()
  const belief = beliefs.beliefOf(IMEI)
  belief.settle(network, 'known')
  belief.learn({ atS: (NOW - ago) / 1_000, isMoving: false })
  beliefs.refreshed(NOW)
  const hear = (from: string, { protocol = 'teltonika', now = NOW } = {}) => belief.judge({ protocol, network: from, now })
  return { beliefs, belief, hear }
}

describe('what a forwarding server says of a tracker', () => {
  it('counts at once when nobody has sent for the tracker before', () => {
    const belief = new Beliefs().beliefOf(IMEI)
    const claim = { protocol: 'traccar/gl200', network: FORWARDED_NETWORK, now: NOW }
    expect([belief.judge(claim), belief.judge(claim)]).toEqual([{ voice: 'first' }, undefined])
  })

  it('waits while the tracker itself sends, disputes nothing, and counts once it is silent', () => {
    const { hear } = known(OWN)
    expect(hear(FORWARDED_NETWORK)).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
    expect(hear(OWN)).toBeUndefined()
    const silent = known(OWN, 2 * HOUR)
    expect(silent.hear(FORWARDED_NETWORK)).toEqual({ voice: 'believed' })
  })

  it('steps back without a dispute when the tracker sends again', () => {
    const { belief, hear } = known(OWN, 2 * HOUR)
    hear(FORWARDED_NETWORK)
    expect(hear(OWN, { now: NOW + MINUTE })).toEqual({ voice: 'known' })
    expect(hear(FORWARDED_NETWORK, { now: NOW + 2 * MINUTE })).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
    expect(belief.settle(FORWARDED_NETWORK, 'disputed')).toBe(true)
  })

  it('takes back at this gateway what another one believed', () => {
    const { belief, hear } = known(OWN)
    belief.settle(FORWARDED_NETWORK, 'believed')
    belief.settle(FORWARDED_NETWORK, 'trial')
    expect(hear(FORWARDED_NETWORK)).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
  })

  it('leaves a tracker that sends here as well on its trial, and its data waits', () => {
    const { belief, hear } = known(FORWARDED_NETWORK)
    expect(hear(OWN)).toEqual({ keptAsideFor: 'newcomer', voice: 'trial' })
    expect(hear(FORWARDED_NETWORK)).toEqual({ voice: 'known' })
    expect(belief.standingOf(OWN, NOW)).toBe('trial')
    belief.settle(OWN, 'known')
    expect([hear(OWN), hear(FORWARDED_NETWORK)]).toEqual([undefined, undefined])
  })

  it('lets a tracker go that was moved: it is believed once the server is silent about it', () => {
    const { hear } = known(FORWARDED_NETWORK, 2 * HOUR)
    expect(hear(OWN)).toEqual({ voice: 'believed' })
  })

  it('puts somebody in dispute who was believed while the tracker slept, as for any other', () => {
    const { belief, hear } = known(FORWARDED_NETWORK, 2 * HOUR)
    hear(OWN)
    expect(hear(FORWARDED_NETWORK)).toEqual({ voice: 'known' })
    expect(belief.standingOf(OWN, NOW)).toBe('disputed')
  })

  it('is no carrier, however many trackers come through it', () => {
    const { beliefs, hear } = known(OWN)
    beliefs.trust([FORWARDED_NETWORK])
    expect(hear(FORWARDED_NETWORK)).toMatchObject({ keptAsideFor: 'newcomer' })
  })

  it('is in the protocol that the tracker is bound to, by either name', () => {
    const beliefs = new Beliefs()
    beliefs.bind(IMEI, 'traccar/gl200')
    for (const protocol of ['traccar/gl200', 'queclink', 'json/queclink'])
      expect(beliefs.beliefOf(IMEI).maySpeak(protocol)).toBe(true)
    for (const protocol of ['osmand', 'traccar/osmand', 'traccar']) expect(beliefs.beliefOf(IMEI).maySpeak(protocol)).toBe(false)
  })
})
