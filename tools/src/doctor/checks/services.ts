import { connect } from 'node:net'
import { apiShape } from '@roadbook/api/configuration'
import { consumerShape } from '@roadbook/consumer/configuration'
import { gatewayShape } from '@roadbook/gateway/limits'
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

/** Whether each process says that it is ready. */
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

/** Whether people can sign in. */
export const issuer: Check = {
  name: 'issuer',
  look: async ({ environment, local }) => {
    const shape = { OIDC_ISSUER: identityShape.OIDC_ISSUER, IDENTITY_PORT: identityShape.IDENTITY_PORT }
    const { OIDC_ISSUER, IDENTITY_PORT } = readConfiguration(shape, environment)
    const expected = OIDC_ISSUER ?? `http://localhost:${IDENTITY_PORT}`
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

const PORTS = {
  GATEWAY_PORT: gatewayShape.GATEWAY_PORT,
  TELTONIKA_PORT: gatewayShape.TELTONIKA_PORT,
  PORT: apiShape.PORT,
  IDENTITY_PORT: identityShape.IDENTITY_PORT,
}

/** Whether somebody listens where trackers and people come: the product while it runs, else nobody. */
export const ports: Check = {
  name: 'ports',
  look: async ({ environment, local }) => {
    const configured = Object.entries(readConfiguration(PORTS, environment))
    const open = await Promise.all(configured.map(async ([name, port]) => ({ name, port, isOpen: await isOpen(port) })))
    if (local) {
      const silent = open.filter((one) => !one.isOpen)
      return silent.length === 0
        ? [ok(`${open.map(({ port }) => port).join(', ')} take connections`)]
        : silent.map(({ name, port }) =>
            fail(`nobody listens on ${port} (${name})`, `is ${name} set as it was when the product started?`),
          )
    }
    const taken = open.filter((one) => one.isOpen)
    return [
      ok(
        taken.length === 0
          ? `${open.map(({ port }) => port).join(', ')} are free to start on`
          : `in use here: ${taken.map(({ name, port }) => `${port} (${name})`).join(', ')}`,
      ),
    ]
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
