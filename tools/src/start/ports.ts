import { planPorts } from '@roadbook/gateway/listeners/port-plan'
import { assertPortFree } from './free-port.js'

/** Where the product listens. */
export interface Ports {
  portal: number
  identity: number
  gateway: number
  teltonika: number
  /** The page of the mails that were sent; only while there is no mail server. */
  mailbox: number
}

const VARIABLES = {
  portal: 'PORT',
  identity: 'IDENTITY_PORT',
  gateway: 'GATEWAY_PORT',
  teltonika: 'TELTONIKA_PORT',
  mailbox: 'MAILBOX_PORT',
} as const
const STANDARD: Ports = { portal: 8080, identity: 8081, gateway: 5000, teltonika: 5027, mailbox: 8025 }

/** Without a mail server of its own the product brings a mailbox. */
export const usesMailbox = (): boolean => !process.env.SMTP_URL

/** The ports that the environment names, all free. @throws Error naming the variable that is wrong, or whose port is taken. */
export async function readPorts(): Promise<Ports> {
  const ports = { ...STANDARD }
  for (const name of Object.keys(VARIABLES) as (keyof Ports)[]) {
    const variable = VARIABLES[name]
    const value = Number(process.env[variable] ?? STANDARD[name])
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      throw new Error(`${variable} must be a port from 1 to 65535, not "${process.env[variable]}"`)
    if (name !== 'mailbox' || usesMailbox()) await assertPortFree(value, variable)
    ports[name] = value
  }
  const { gateway: GATEWAY_PORT, teltonika: TELTONIKA_PORT } = ports
  const own = planPorts({ GATEWAY_PORT, TELTONIKA_PORT, PROTOCOL_PORTS: process.env.PROTOCOL_PORTS })
  if (typeof own === 'string') throw new Error(own)
  for (const { port, variable } of own) if (variable !== 'TELTONIKA_PORT') await assertPortFree(port, variable)
  return ports
}
