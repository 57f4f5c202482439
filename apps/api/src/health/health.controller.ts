import { Controller, Get, Header, Res } from '@nestjs/common'
import { ApiExcludeController } from '@nestjs/swagger'
import { readiness } from '@roadbook/platform'
import type { FastifyReply } from 'fastify'
import { Public } from '../auth/require-permission.decorator.js'
import { Readiness } from './readiness.js'

/** Health check for load balancers that only reach the main port. The internal port has the reasons and the metrics. */
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @Header('cache-control', 'no-store')
  live(): { status: string } {
    return { status: 'ok' }
  }

  @Get('ready')
  @Public()
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string }> {
    const { ready } = await readiness(this.readiness.checks)
    if (!ready) void reply.status(503)
    return { status: ready ? 'ok' : 'unavailable' }
  }
}
