import type { Protocol } from './protocol.js'
import { PROTOCOLS, findProtocol } from './registry.js'

/**
 * Default shared port. The customary ports of single protocols are opened by default only if the shared port has this
 * number.
 */
export const STANDARD_GATEWAY_PORT = 5_000
export const STANDARD_TELTONIKA_PORT = 5_027
/** Default port for servers that forward positions. No tracker is set to this port by its maker. */
export const STANDARD_FORWARDING_PORT = 5_500

/**
 * A port and its protocols. If a port has several protocols, the protocol is recognised by the first bytes of a connection.
 */
export interface PlannedPort {
  port: number
  protocols: readonly Protocol[]
  /** The environment variable that sets the port. */
  variable: string
}

const HELP = 'must be "none", "customary", or a list such as "gt06:5023,queclink:5004"'

export interface PortConfiguration {
  GATEWAY_PORT: number
  TELTONIKA_PORT: number
  PROTOCOL_PORTS?: string | undefined
}

/**
 * Returns the ports of single protocols, which are opened in addition to the shared port. Without PROTOCOL_PORTS, the
 * customary ports are opened if the shared port is the default, and otherwise none. A second gateway on the same machine
 * has another shared port, and therefore opens no customary ports that are already in use.
 * @returns an error text if PROTOCOL_PORTS is wrong
 */
export function planPorts({ GATEWAY_PORT, TELTONIKA_PORT, PROTOCOL_PORTS }: PortConfiguration): PlannedPort[] | string {
  const isStandard = GATEWAY_PORT === STANDARD_GATEWAY_PORT
  const choice = PROTOCOL_PORTS?.trim() ?? (isStandard ? 'customary' : 'none')
  const own = choice === 'none' ? [] : choice === 'customary' ? customary() : parse(choice)
  if (typeof own === 'string') return own
  const teltonika = { port: TELTONIKA_PORT, name: 'teltonika', variable: 'TELTONIKA_PORT' }
  const others = own.filter(({ name }) => name !== 'teltonika' || choice !== 'customary')
  const planned = new Map<number | string, PlannedPort & { protocols: Protocol[] }>()
  for (const { port, name, variable } of [teltonika, ...others]) {
    const protocol = findProtocol(name, PROTOCOLS)
    if (!protocol) return `PROTOCOL_PORTS ${HELP}; there is no protocol "${name}", only ${namesOf(PROTOCOLS)}`
    if (port !== 0 && port === GATEWAY_PORT) return `${variable}: ${port} is the shared port already`
    // With port 0 the system chooses a port, so every 0 is a separate port.
    const key = port === 0 ? `${name} ${planned.size}` : port
    const there = planned.get(key)
    if (!there) planned.set(key, { port, protocols: [protocol], variable })
    else if (!there.protocols.includes(protocol)) there.protocols.push(protocol)
  }
  return [...planned.values()]
}

interface OwnPort {
  name: string
  port: number
  variable: string
}

const own = (name: string, port: number): OwnPort => ({ name, port, variable: 'PROTOCOL_PORTS' })
const customary = (): OwnPort[] => PROTOCOLS.flatMap(({ name, ports }) => ports.map((port) => own(name, port)))
const namesOf = (protocols: readonly Protocol[]): string => protocols.map(({ name }) => name).join(', ')

function parse(text: string): OwnPort[] | string {
  const ports: OwnPort[] = []
  for (const entry of text.split(',').map((one) => one.trim())) {
    const [, name, port] = /^([a-z0-9-]+):(\d{1,5})$/.exec(entry) ?? []
    if (!name || Number(port) > 65_535) return `PROTOCOL_PORTS ${HELP}, not "${entry}"`
    ports.push(own(name, Number(port)))
  }
  return ports
}
