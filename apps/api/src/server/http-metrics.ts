import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Seconds; half of all reads are expected below 50 ms, 95 % below 150 ms. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.6, 1, 2, 5, 15]

/** How long each route takes and how it ends, and how often a permission was missing. Routes, never addresses or ids. */
export function measureHttp(app: NestFastifyApplication, registry: Registry): void {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const denied = new Counter({ name: 'authz_denied_total', help: 'Answers 401 and 403', labelNames: ['status'], registers })
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', async (request, reply) => {
      const status = String(reply.statusCode)
      seconds.observe({ route: request.routeOptions.url ?? 'unknown', status }, reply.elapsedTime / 1000)
      if (status === '401' || status === '403') denied.inc({ status })
    })
}
