import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Gauge, Registry } from 'prom-client'
import { within } from './pause.js'
import { processMetrics } from './process-metrics.js'

/** Resolves if the part is ready. Rejects with the reason if it is not. */
export type ReadinessCheck = () => Promise<void>

export interface HealthServerOptions {
  port: number
  host?: string
  registry: Registry
  /** Checks by name, for example `event log`. */
  ready: Record<string, ReadinessCheck>
}

/** Time limit of a check in milliseconds. */
const CHECK_MS = 3_000
/** Milliseconds after which a check without a result is no longer waited for. The next caller then begins another check. */
const LOST_MS = 15_000

/** Checks that are running, with their outcomes. */
const running = new WeakMap<ReadinessCheck, Promise<string>>()

/**
 * Returns the readiness of each part by name, with a reason if it is not ready. A check that takes longer than 3 s counts
 * as failed. Its run goes on, and later callers wait for the same run instead of starting another one. Otherwise several
 * load balancers that check often would add load to a part that is already slow.
 */
export async function readiness(
  checks: Record<string, ReadinessCheck>,
): Promise<{ ready: boolean; parts: Record<string, string> }> {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const outcome = await within(CHECK_MS, outcomeOf(check))
      return [name, outcome ?? `no answer within ${CHECK_MS / 1_000} s`] as const
    }),
  )
  return { ready: entries.every(([, outcome]) => outcome === 'ok'), parts: Object.fromEntries(entries) }
}

/** Runs a check, or waits for the one that is running. */
function outcomeOf(check: ReadinessCheck): Promise<string> {
  const present = running.get(check)
  if (present) return present
  const forget = () => running.get(check) === outcome && running.delete(check)
  const lost = setTimeout(forget, LOST_MS).unref()
  const outcome = check()
    .then(
      () => 'ok',
      (error: Error) => error.message || 'failed',
    )
    .finally(() => {
      clearTimeout(lost)
      forget()
    })
  running.set(check, outcome)
  return outcome
}

/**
 * Starts the internal port of a process. It serves `/health/live` (which shows only that the event loop runs),
 * `/health/ready` (503 with reasons if not ready) and `/metrics` (Prometheus text).
 */
export async function startHealthServer(options: HealthServerOptions): Promise<{ port: number; close(): Promise<void> }> {
  // Called here so that the counters of the process metrics begin at the start of the process, and not at the first
  // scrape.
  processMetrics()
  const parts = partMetrics(options.ready)
  const server = createServer((request, response) => {
    void answer(request.url ?? '/', options, parts).then(({ status, type, body }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    })
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, options.host ?? (process.env.HEALTH_HOST || '127.0.0.1'), resolve),
  )
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}

/** Readiness of each part. It is checked whenever Prometheus scrapes the metrics, so that an alarm can name the part. */
function partMetrics(ready: HealthServerOptions['ready']): Registry {
  const parts = new Registry()
  new Gauge({
    name: 'health_part_ready',
    help: '1 while the part is ready, as in /health/ready; 0 while it is not',
    labelNames: ['part'],
    registers: [parts],
    async collect() {
      for (const [part, outcome] of Object.entries((await readiness(ready)).parts)) this.set({ part }, Number(outcome === 'ok'))
    },
  })
  return parts
}

async function answer(url: string, { registry, ready }: HealthServerOptions, parts: Registry) {
  const json = (status: number, value: unknown) => ({ status, type: 'application/json', body: JSON.stringify(value) })
  if (url === '/health/live') return json(200, { status: 'ok' })
  if (url === '/health/ready') {
    const result = await readiness(ready)
    return json(result.ready ? 200 : 503, { status: result.ready ? 'ok' : 'unavailable', parts: result.parts })
  }
  if (url === '/metrics') {
    const each = await Promise.all([processMetrics(), parts, registry].map((metrics) => metrics.metrics()))
    return { status: 200, type: registry.contentType, body: each.join('\n') }
  }
  return json(404, { status: 'not found', allowed: ['/health/live', '/health/ready', '/metrics'] })
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
