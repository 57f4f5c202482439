import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds: half of all reads are expected below the first, 95 % below the second; beyond the third somebody waits. */
const BUCKETS = [0.05, 0.15, 1]

/**
 * How long each route takes, how each call ends, and how often a permission was missing. Routes, never addresses or ids. Each
 * question has a measure of its own, because labels multiply: with every status a histogram of every route was ten thousand series.
 */
export function measureHttp(app: NestFastifyApplication, registry: Registry): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answers by the class of their status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const denied = new Counter({ name: 'authz_denied_total', help: 'Answers 401 and 403', labelNames: ['status'], registers })
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      const status = String(reply.statusCode)
      const known = request.routeOptions.url
      const route = known ?? 'unknown'
      seconds.observe({ route }, reply.elapsedTime / 1000)
      // Anybody may send any method to where nothing is.
      requests.inc({ method: known ? request.method : 'any', route, status: `${status[0]}xx` })
      if (status === '401' || status === '403') denied.inc({ status })
    })
}
