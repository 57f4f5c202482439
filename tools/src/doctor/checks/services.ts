import { connect } from 'node:net'
import { apiShape } from '@roadbook/api/configuration'
import { consumerShape } from '@roadbook/consumer/configuration'
import { gatewayShape } from '@roadbook/gateway/limits'
import { planPorts } from '@roadbook/protocols/port-plan'
import { identityShape } from '@roadbook/identity/configuration'
import { readConfiguration } from '@roadbook/platform'
import { fail, ok, warn, type Check } from '../check.js'
import { messageOf } from '../examine.js'

const PATIENCE_MS = 3_000
const HEALTH = {
  GATEWAY_HEALTH_PORT: gatewayShape.GATEWAY_HEALTH_PORT,
  CONSUMER_HEALTH_PORT: consumerShape.CONSUMER_HEALTH_PORT,
  API_HEALTH_PORT: apiShape.API_HEALTH_PORT,
}

/** Checks whether each process reports that it is ready. */
export const services: Check = {
  name: 'services',
  look: async ({ environment, local }) => {
    const ports = readConfiguration(HEALTH, environment)
    const standard = { gateway: ports.GATEWAY_HEALTH_PORT, consumer: ports.CONSUMER_HEALTH_PORT, api: ports.API_HEALTH_PORT }
    const health = Object.entries(local?.health ?? standard)
    return Promise.all(health.map(([name, port]) => judgeService(name, port, local !== undefined)))
  },
}

async function judgeService(name: string, port: number, isExpectedHere: boolean) {
  let answer: Response
  try {
    answer = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch {
    const text = `${name}: nobody answers on 127.0.0.1:${port}`
    return isExpectedHere
      ? fail(text, `look into the log of ${name}; the launcher starts it again`)
      : warn(text, `if ${name} runs on another machine, run doctor there; else start it, or set its …_HEALTH_PORT`)
  }
  const body = (await answer.json().catch(() => ({}))) as { parts?: Record<string, string> }
  if (answer.ok) return ok(`${name} is ready`)
  const reasons = Object.entries(body.parts ?? {}).filter(([, reason]) => reason !== 'ok')
  const why = reasons.map(([part, reason]) => `${part}: ${reason}`).join(', ') || `status ${answer.status}`
  return fail(`${name} is not ready: ${why}`, 'mend the part that it names')
}

/** Checks whether people can sign in. */
export const issuer: Check = {
  name: 'issuer',
  look: async ({ environment, local }) => {
    const shape = { OIDC_ISSUER: identityShape.OIDC_ISSUER, IDENTITY_PORT: identityShape.IDENTITY_PORT }
    const { OIDC_ISSUER, IDENTITY_PORT } = readConfiguration(shape, environment)
    const expected = OIDC_ISSUER || environment.IDENTITY_URL || `http://localhost:${IDENTITY_PORT}`
    const remedy = OIDC_ISSUER
      ? 'is the identity provider running, and is OIDC_ISSUER exactly its issuer?'
      : local
        ? 'look into the log of identity'
        : 'start the product, or set OIDC_ISSUER to your identity provider'
    const address = `${expected.replace(/\/$/, '')}/.well-known/openid-configuration`
    let document: { issuer?: unknown }
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
      if (!answer.ok) return [fail(`${address} answers ${answer.status}`, remedy)]
      document = (await answer.json()) as { issuer?: unknown }
    } catch (error) {
      const { cause } = error as { cause?: unknown }
      return [fail(`${address}: ${messageOf(cause ?? error)}`, remedy)]
    }
    if (document.issuer === expected) return [ok(expected)]
    return [fail(`${expected} calls itself ${String(document.issuer)}: every token would be refused`, 'set OIDC_ISSUER to that')]
  },
}

const PORTS = { PORT: apiShape.PORT, IDENTITY_PORT: identityShape.IDENTITY_PORT, GATEWAY_PORT: gatewayShape.GATEWAY_PORT }
const PROTOCOL_PORTS = { TELTONIKA_PORT: gatewayShape.TELTONIKA_PORT, PROTOCOL_PORTS: gatewayShape.PROTOCOL_PORTS }

/**
 * Checks the ports for trackers and people. While the product runs, it must listen on them. While it does not run, no other
 * program should use them.
 */
export const ports: Check = {
  name: 'ports',
  look: async ({ environment, local }) => {
    const shared = readConfiguration(PORTS, environment)
    const own = planPorts({ ...readConfiguration(PROTOCOL_PORTS, environment), GATEWAY_PORT: shared.GATEWAY_PORT })
    if (typeof own === 'string') return [fail(own, 'correct PROTOCOL_PORTS')]
    // If an OIDC issuer is configured, the operator runs the identity provider.
    const listening = Object.entries(shared).filter(([name]) => name !== 'IDENTITY_PORT' || !environment.OIDC_ISSUER)
    const named = listening.map(([variable, port]) => ({ variable, port }))
    const all = [...named, ...own.map(({ variable, port }) => ({ variable, port }))]
    const looked = await Promise.all(all.map(async (one) => ({ ...one, isOpen: await isOpen(one.port) })))
    const list = (ports: readonly { port: number; variable: string }[]) =>
      ports.map(({ port, variable }) => `${port} (${variable})`).join(', ')
    const open = looked.filter((one) => one.isOpen)
    const closed = looked.filter((one) => !one.isOpen)
    if (!local) return [ok(open.length === 0 ? `${all.length} ports are free to start on` : `in use here: ${list(open)}`)]
    if (closed.length === 0) return [ok(`${open.length} take connections: ${open.map(({ port }) => port).join(', ')}`)]
    return [fail(`nobody listens on ${list(closed)}`, 'are the variables as they were when the product started?')]
  },
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: PATIENCE_MS })
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })
}
