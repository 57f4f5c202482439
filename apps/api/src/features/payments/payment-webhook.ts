import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { InjectThrottlerStorage, type ThrottlerStorage } from '@nestjs/throttler'
import type { Logger } from '@roadbook/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { API_CONFIGURATION, API_LOGGER, type ApiConfiguration } from '../../configuration.js'
import { countOfAddress } from '../../http/rate-limit.guard.js'
import { originOf } from '../../http/request-origin.js'
import { ProviderNews } from './provider-news.js'
import { Forged, type PaymentProvider, Unreadable } from './providers/payment-provider.js'
import { PAYMENT_PROVIDER, WEBHOOK_PATH } from './providers/provider-of.js'

/** Maximum size of a message in bytes. An event of Stripe has some kilobytes, an event of Mollie some bytes. */
const MAX_BYTES = 256 * 1024
const RETRY_S = '60'

/**
 * Webhook that the payment provider calls. It is public. It is not part of the API, because it needs the body of a message
 * unparsed: the signatures cover the original bytes. The webhook answers:
 * - 200 to messages about any payment, ours or not, so that the answer does not reveal which payments exist
 * - 400 to messages that are unsigned or unreadable, because a retry would not help
 * - 503 to request a retry
 */
@Injectable()
export class PaymentWebhook implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly news: ProviderNews,
    @Inject(PAYMENT_PROVIDER) private readonly provider: PaymentProvider | undefined,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
    @Inject(API_LOGGER) private readonly logger: Logger,
    @InjectThrottlerStorage() private readonly requests: ThrottlerStorage,
  ) {}

  onModuleInit(): void {
    if (!this.provider) return
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>()
    // This call is not awaited, because awaiting it would start the server's plugins too early. Routes and error handlers
    // that the API adds later would then not use our plugins.
    void fastify.register(async (own: FastifyInstance) => {
      own.removeAllContentTypeParsers()
      own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => done(null, body))
      own.post(WEBHOOK_PATH, { bodyLimit: MAX_BYTES }, (request, reply) => this.receive(request, reply))
    })
  }

  private async receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { isBlocked } = await countOfAddress(this.requests, this.configuration, request.raw)
    if (isBlocked) return reply.status(429).header('retry-after', RETRY_S).send()
    const body = typeof request.body === 'string' ? request.body : ''
    try {
      await this.news.receive({ body, headers: request.headers }, originOf(request))
      return await reply.status(200).send()
    } catch (error) {
      const isRefused = error instanceof Forged || error instanceof Unreadable || isUnstorable(error)
      if (isRefused) this.logger.warn({ requestId: request.id }, `a payment webhook: ${(error as Error).message}`)
      else
        this.logger.error(
          { err: error instanceof ZodError ? undefined : error, requestId: request.id },
          'a payment webhook failed',
        )
      return isRefused ? reply.status(400).send() : reply.status(503).header('retry-after', RETRY_S).send()
    }
  }
}

/** Returns whether PostgreSQL refused a value, such as an amount out of range or invalid text. */
const isUnstorable = (error: unknown): boolean => /^22/.test(String((error as { code?: unknown }).code))
