import { json } from './json/index.js'
import type { Protocol } from './protocol.js'
import { traccar } from './traccar/index.js'

/** Formats in which other servers forward the messages of trackers. */
export const FORWARDED: readonly Protocol[] = [traccar, json]

/**
 * Traccar's protocol names that differ from Roadbook's names. Sources: `BaseProtocol.nameFromClass` in Traccar, and the
 * READMEs of the protocols' folders.
 */
const OUR_NAMES: Readonly<Record<string, string>> = { gl200: 'queclink', huabao: 'jt808', wialon: 'wialon-ips' }

const LONGEST_NAME = 24

/**
 * Returns the protocol name of a forwarded packet. It is the name of the forwarding format. If the server also sent a
 * usable name of the tracker's own protocol, a slash and this name follow.
 */
export function forwardedName({ name }: Pick<Protocol, 'name'>, spoken: string | undefined): string {
  const isUsable = spoken !== undefined && spoken.length <= LONGEST_NAME && /^[a-z0-9][a-z0-9_-]*$/.test(spoken)
  return isUsable ? `${name}/${spoken}` : name
}

/**
 * Returns the protocol that the tracker itself uses: `gps103` for `gps103` and for `traccar/gps103`. With this function, a
 * tracker's protocol has the same name before and after the tracker is moved from a forwarding server to Roadbook.
 */
export function spokenIn(name: string): string {
  const slash = name.indexOf('/')
  if (slash < 0) return name
  const spoken = name.slice(slash + 1)
  return (Object.hasOwn(OUR_NAMES, spoken) && OUR_NAMES[spoken]) || spoken
}
