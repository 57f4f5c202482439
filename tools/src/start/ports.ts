import { planPorts, STANDARD_FORWARDING_PORT } from '@roadbook/protocols/port-plan'
import { assertPortFree, freePort } from './free-port.js'

/** Ports on which the product listens. */
export interface Ports {
  portal: number
  /** Port of the embedded identity provider. Absent when another provider is configured. */
  identity: number
  gateway: number
  teltonika: number
  /** Port of the page that shows sent mails. Only used without a mail server. */
  mailbox: number
  /**
   * Ports on the loopback interface between processes and for operators' tools. If such a port is not configured, a free
   * one is chosen.
   */
  internal: InternalPorts
}

interface InternalPorts {
  identityAdmin: number
  mailboxSmtp: number
  apiHealth: number
  gatewayHealth: number
  consumerHealth: number
}

const VARIABLES = {
  portal: 'PORT',
  identity: 'IDENTITY_PORT',
  gateway: 'GATEWAY_PORT',
  teltonika: 'TELTONIKA_PORT',
  mailbox: 'MAILBOX_PORT',
} as const
const STANDARD = { portal: 8080, identity: 8081, gateway: 5000, teltonika: 5027, mailbox: 8025 }
const INTERNAL = {
  identityAdmin: 'IDENTITY_ADMIN_PORT',
  mailboxSmtp: 'MAILBOX_SMTP_PORT',
  apiHealth: 'API_HEALTH_PORT',
  gatewayHealth: 'GATEWAY_HEALTH_PORT',
  consumerHealth: 'CONSUMER_HEALTH_PORT',
} as const satisfies Record<keyof InternalPorts, string>

/** Returns true if the product runs its own mailbox, because no mail server is configured. */
export const usesMailbox = (): boolean => !process.env.SMTP_URL

/** Returns true if the product runs its own identity provider, because none is configured. */
export const usesEmbeddedIdentity = (): boolean => !process.env.OIDC_ISSUER

/**
 * Returns the configured ports, after checking that all are free.
 * @throws Error that names the variable with a wrong value or a port in use
 */
export async function readPorts(): Promise<Ports> {
  const unused = new Set<string>([
    ...(usesEmbeddedIdentity() ? [] : ['identity', 'identityAdmin']),
    ...(usesMailbox() ? [] : ['mailbox', 'mailboxSmtp']),
  ])
  const ports: Ports = { ...STANDARD, internal: {} as InternalPorts }
  for (const name of Object.keys(VARIABLES) as (keyof typeof VARIABLES)[])
    ports[name] = await readPort(VARIABLES[name], unused.has(name), STANDARD[name])
  for (const name of Object.keys(INTERNAL) as (keyof InternalPorts)[])
    ports.internal[name] = await readPort(INTERNAL[name], unused.has(name))
  const { gateway: GATEWAY_PORT, teltonika: TELTONIKA_PORT } = ports
  const own = planPorts({ GATEWAY_PORT, TELTONIKA_PORT, PROTOCOL_PORTS: process.env.PROTOCOL_PORTS })
  if (typeof own === 'string') throw new Error(own)
  for (const { port, variable } of own) if (variable !== 'TELTONIKA_PORT') await assertPortFree(port, variable)
  if (process.env.FORWARDING_SECRET) await readPort('FORWARDING_PORT', false, STANDARD_FORWARDING_PORT)
  return ports
}

async function readPort(variable: string, isUnused: boolean, standard?: number): Promise<number> {
  const text = process.env[variable]
  if (text === undefined && standard === undefined) return freePort()
  const value = Number(text ?? standard)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new Error(`${variable} must be a port from 1 to 65535, not "${text}"`)
  if (!isUnused) await assertPortFree(value, variable)
  return value
}
