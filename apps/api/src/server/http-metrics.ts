import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { Counter, type Registry, Summary } from 'prom-client'

/** Thresholds in seconds. 95 % of all reads should be below the first. Above the second, a user notices the wait. */
const SLOW = [0.15, 1]

/**
 * Measures the duration of each route, slow calls, results, and missing permissions. Labels are routes, never addresses or
 * ids. Each question has a metric of its own, because every further label multiplies the number of series. A histogram by
 * route and status had ten thousand series. A route that is never slow has no series for slow calls.
 */
export function measureHttp(app: NestFastifyApplication, registry: Registry): void {
  const registers = [registry]
  const seconds = new Summary({
    name: 'http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['route'],
    percentiles: [],
    registers,
  })
  const slow = new Counter({
    name: 'http_slow_requests_total',
    help: 'Answers that took longer than so many seconds',
    labelNames: ['route', 'over'],
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
      const took = reply.elapsedTime / 1000
      seconds.observe({ route }, took)
      for (const over of SLOW) if (took > over) slow.inc({ route, over })
      // Anybody may send any method to an unknown path, so its method is counted as `any`.
      requests.inc({ method: known ? request.method : 'any', route, status: `${status[0]}xx` })
      if (status === '401' || status === '403') denied.inc({ status })
    })
}
