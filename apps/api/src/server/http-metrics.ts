import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { Counter, type Registry, Summary } from 'prom-client'

/**
 * Durations in seconds above which a call counts as slow. 95 % of all reads should be below the first value. Above the second
 * value, a user notices the wait.
 */
const SLOW = [0.15, 1]

/**
 * Measures the duration of each route, slow calls, results, and missing permissions. Labels are routes, never addresses or
 * ids. There is a separate metric for each of these four, because every further label multiplies the number of series. One
 * histogram by route and status would have ten thousand series. A route that is never slow has no series for slow calls.
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
      // Clients can send any text as the method of a request to an unknown path. Such a request is counted with the method
      // `any`.
      requests.inc({ method: known ? request.method : 'any', route, status: `${status[0]}xx` })
      if (status === '401' || status === '403') denied.inc({ status })
    })
}
