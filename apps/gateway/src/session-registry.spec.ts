import { SessionRegistry, type Registered } from './session-registry.js'

const IMEI = '356307042441013'
const HOUR_MS = 3_600_000

/** Creates a registry with a clock, and senders that log in from an address. */
function aRegistry(takeoversPerMinute = 5) {
  const registry = new SessionRegistry(takeoversPerMinute)
  const clock = { now: 1_763_700_000_000 }
  class Sender implements Registered {
    ended: string | undefined
    lastReadAt = clock.now
    constructor(readonly remoteAddress: string) {}
    end(reason: string): void {
      this.ended ??= reason
      registry.release(IMEI, this, clock.now)
    }
  }
  const logIn = (address: string) => {
    const sender = new Sender(address)
    return { sender, result: registry.register(IMEI, sender, clock.now) }
  }
  return { registry, clock, logIn }
}

describe('who speaks for an IMEI', () => {
  it('is the newest login, because the older socket may be half open', () => {
    const { logIn, registry } = aRegistry()
    const older = logIn('10.0.0.1')
    const newer = logIn('10.0.0.2')
    expect([older.result, newer.result, older.sender.ended]).toEqual(['first', 'takeover', 'replaced'])
    expect([registry.find(IMEI), registry.size]).toEqual([newer.sender, 1])
  })

  it('stays the newer one when the older socket’s end is noticed late', () => {
    const { logIn, registry, clock } = aRegistry()
    const older = logIn('10.0.0.1').sender
    const newer = logIn('10.0.0.1').sender
    registry.release(IMEI, older, clock.now)
    expect(registry.find(IMEI)).toBe(newer)
  })

  it('lets one address come again as often as its coverage makes it', () => {
    const { logIn } = aRegistry()
    for (let attempt = 0; attempt < 100; attempt++) expect(logIn('10.0.0.1').result).not.toMatch(/onflict/)
  })

  it('B13 keeps aside who alternates with the tracker, ten times a second, and the tracker keeps its IMEI', () => {
    const { logIn, clock } = aRegistry()
    logIn('10.0.0.1')
    clock.now += HOUR_MS
    const thief: string[] = []
    const tracker: string[] = []
    for (let attempt = 0; attempt < 20; attempt++) {
      clock.now += 50
      thief.push(logIn('6.6.6.6').result)
      clock.now += 50
      if (attempt < 4) tracker.push(logIn('10.0.0.1').result)
    }
    expect(thief.slice(0, 3)).toEqual(['takeover', 'takeover', 'takeover'])
    expect(thief.slice(3)).toEqual(['conflict', ...Array<string>(16).fill('sameConflict')])
    expect(tracker.every((result) => !/onflict/.test(result))).toBe(true)
    clock.now += 1
    expect(logIn('10.0.0.1').result).toBe('takeover')
  })

  it('B13 notices a thief that hangs up after every login', () => {
    const { logIn, clock } = aRegistry()
    logIn('10.0.0.1')
    clock.now += HOUR_MS
    const results: string[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      clock.now += 1_000
      const thief = logIn('6.6.6.6')
      results.push(thief.result)
      thief.sender.end('endedByPeer')
      logIn('10.0.0.1')
    }
    expect(results.at(-1)).toMatch(/onflict/)
  })

  it('B13 lets those kept aside come again after a minute, and then decides anew', () => {
    const { logIn, clock, registry } = aRegistry(1)
    logIn('6.6.6.6')
    clock.now += HOUR_MS
    // The thief logged in before the tracker, and has had the IMEI for longer. So at first the registry trusts the thief.
    logIn('10.0.0.1')
    logIn('6.6.6.6')
    const tracker = logIn('10.0.0.1')
    expect(tracker.result).toBe('conflict')
    clock.now += 59_000
    registry.sweep(clock.now)
    expect(tracker.sender.ended).toBeUndefined()
    clock.now += 1_000
    registry.sweep(clock.now)
    expect(tracker.sender.ended).toBe('quarantineOver')
    expect(logIn('10.0.0.1').result).toBe('takeover')
  })

  it('B13 gives the IMEI to a tracker that comes from a new address once its old connection fell silent', () => {
    const { logIn, clock } = aRegistry()
    logIn('10.0.0.1')
    clock.now += HOUR_MS
    for (let attempt = 0; attempt < 4; attempt++) {
      logIn('6.6.6.6')
      logIn('10.0.0.1')
    }
    let last = ''
    for (let second = 0; second < 60; second++) {
      clock.now += 1_000
      logIn('6.6.6.6')
      if (second % 30 === 0) last = logIn('10.0.0.77').result
      expect(last).toMatch(/onflict/)
    }
    expect(logIn('10.0.0.77').result).toBe('takeover')
  })

  it('B13 does not trust an address for its past when it is the one that keeps logging in', () => {
    const { logIn, clock } = aRegistry()
    logIn('6.6.6.6')
    clock.now += HOUR_MS
    for (let attempt = 0; attempt < 4; attempt++) {
      logIn('10.0.0.1')
      logIn('6.6.6.6')
    }
    for (let attempt = 0; attempt < 10; attempt++) {
      clock.now += 100
      logIn('6.6.6.6')
      clock.now += 1
    }
    expect(logIn('10.0.0.1').result).toBe('takeover')
  })

  it('forgets after a day where a tracker that went away used to speak from', () => {
    const { logIn, clock, registry } = aRegistry()
    logIn('10.0.0.1').sender.end('endedByPeer')
    expect(registry.size).toBe(0)
    clock.now += 24 * HOUR_MS
    registry.forget(clock.now)
    expect(logIn('10.0.0.2').result).toBe('first')
  })
})
