import { eelink } from './eelink/index.js'
import { gps103 } from './gps103/index.js'
import { gt06 } from './gt06/index.js'
import { h02 } from './h02/index.js'
import { jt808 } from './jt808/index.js'
import { meitrack } from './meitrack/index.js'
import { osmand } from './osmand/index.js'
import type { Protocol } from './protocol.js'
import { queclink } from './queclink/index.js'
import { suntech } from './suntech/index.js'
import { teltonika } from './teltonika/index.js'
import { tk103 } from './tk103/index.js'
import { watch } from './watch/index.js'
import { wialonIps } from './wialon-ips/index.js'

/** Every protocol that Roadbook speaks. The shared port asks them in this order. */
export const PROTOCOLS: readonly Protocol[] = [
  teltonika,
  gt06,
  jt808,
  eelink,
  meitrack,
  h02,
  tk103,
  gps103,
  watch,
  wialonIps,
  queclink,
  suntech,
  osmand,
]

export function findProtocol(name: string): Protocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.name === name)
}
