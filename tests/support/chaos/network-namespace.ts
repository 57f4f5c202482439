import { execFileSync, spawnSync } from 'node:child_process'

/** Prefix of the network reserved for documentation (RFC 5737), to which no packets are routed. */
const NETWORK = '192.0.2'
/** Hardware address that no device has. Packets to it vanish without a notice. */
const NOBODY = '02:00:00:00:00:01'

/**
 * Returns true if network namespaces can be made here (Linux, root, iproute2). Prints a notice if not, because a skipped
 * test must not look like a passed one.
 * @throws in CI, where nothing may be skipped.
 */
export function hasNamespaces(): boolean {
  const name = `rbtry${process.pid}`
  const made = process.getuid?.() === 0 && spawnSync('ip', ['netns', 'add', name], { stdio: 'ignore' }).status === 0
  if (made) {
    spawnSync('ip', ['netns', 'del', name], { stdio: 'ignore' })
    return true
  }
  const reason = 'no network namespace can be made here (Linux, root and iproute2 are needed)'
  if (process.env.CI === 'true') throw new Error(`partitions must be tested here, but ${reason}`)
  process.stderr.write(`\n*** SKIPPING A REAL PARTITION: ${reason} ***\n\n`)
  return false
}

/** Addresses at the two ends of a virtual cable: our side, and the side of the namespace. */
export interface Cable {
  ours: string
  theirs: string
}

let cables = 0

/**
 * Separate network, connected to ours by virtual cables. A cable can be cut without a notice: packets then vanish, in one
 * or both directions.
 */
export class NetworkNamespace {
  readonly name = `rb${process.pid}`
  readonly #devices = new Map<Cable, { ours: string; theirs: string }>()

  constructor() {
    ip('netns', 'add', this.name)
    this.#inside('ip', 'link', 'set', 'lo', 'up')
  }

  /** Prefix for a command that must run inside the namespace. */
  get wrap(): readonly string[] {
    return ['ip', 'netns', 'exec', this.name]
  }

  addCable(): Cable {
    const number = ++cables
    const base = 4 * number
    const cable = { ours: `${NETWORK}.${base + 1}`, theirs: `${NETWORK}.${base + 2}` }
    const devices = { ours: `rb${process.pid}o${number}`, theirs: `rb${process.pid}t${number}` }
    ip('link', 'add', devices.ours, 'type', 'veth', 'peer', 'name', devices.theirs, 'netns', this.name)
    ip('addr', 'add', `${cable.ours}/30`, 'dev', devices.ours)
    ip('link', 'set', devices.ours, 'up')
    this.#inside('ip', 'addr', 'add', `${cable.theirs}/30`, 'dev', devices.theirs)
    this.#inside('ip', 'link', 'set', devices.theirs, 'up')
    this.#devices.set(cable, devices)
    return cable
  }

  /** Drops all packets in that direction from now on. */
  cut(cable: Cable, direction: 'inwards' | 'outwards'): void {
    const { ours, theirs } = this.#devicesOf(cable)
    if (direction === 'inwards') ip('neigh', 'replace', cable.theirs, 'lladdr', NOBODY, 'dev', ours, 'nud', 'permanent')
    else this.#inside('ip', 'neigh', 'replace', cable.ours, 'lladdr', NOBODY, 'dev', theirs, 'nud', 'permanent')
  }

  heal(cable: Cable): void {
    const { ours, theirs } = this.#devicesOf(cable)
    spawnSync('ip', ['neigh', 'del', cable.theirs, 'dev', ours], { stdio: 'ignore' })
    spawnSync('ip', ['netns', 'exec', this.name, 'ip', 'neigh', 'del', cable.ours, 'dev', theirs], { stdio: 'ignore' })
  }

  /** Removes the namespace and its cables. */
  remove(): void {
    ip('netns', 'del', this.name)
  }

  #devicesOf(cable: Cable): { ours: string; theirs: string } {
    const devices = this.#devices.get(cable)
    if (!devices) throw new Error('not a cable of this namespace')
    return devices
  }

  #inside(...command: string[]): void {
    ip('netns', 'exec', this.name, ...command)
  }
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
