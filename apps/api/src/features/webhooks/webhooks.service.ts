import { Inject, Injectable } from '@nestjs/common'
import type { Acting } from '../../auth/acting.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { existing, invalid, Problem } from '../../http/problems.js'
import { toApiRow } from '../../http/api-row.js'
import { GuardedFailure, guardedUrl } from '../../outside/guarded-post.js'
import { type Finding, ownerIn, ResourceService } from '../../resources/index.js'
import type { CreateWebhookDto, UpdateWebhookDto, WebhookDto, WebhookWithSecretDto } from './dto/webhook.dto.js'
import type { WebhookDeliveryDto } from './dto/webhook-delivery.dto.js'
import { newSecret } from './signature.js'
import { say } from './texts.js'
import type { WebhookRow } from './webhook-list.js'
import { WebhookSecrets } from './webhook-secrets.js'
import { WebhooksRepository } from './webhooks.repository.js'

/**
 * Maximum webhooks per business. A larger number probably comes from a faulty script. The number is limited, because each
 * webhook slows down the writing of trips.
 */
const MAX_WEBHOOKS = 20
/** Maximum waiting test deliveries of a webhook. More tests at the same time would show nothing new. */
const MAX_WAITING_TESTS = 3

/** Webhooks and their deliveries. */
@Injectable()
export class WebhooksService extends ResourceService<WebhookRow, WebhookDto> {
  @Inject(WebhooksRepository) private readonly webhooks: WebhooksRepository
  @Inject(WebhookSecrets) private readonly secrets: WebhookSecrets
  @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration
  protected readonly thing = 'webhook'
  protected readonly toDto = (row: WebhookRow) => toApiRow(row)
  protected readonly audited = ({ name, url, kinds, includes_below, active }: WebhookRow) => ({
    name,
    url,
    kinds: kinds.join(', '),
    includes_below,
    active,
  })

  /**
   * Makes a webhook. The secret is returned only this once. A repeated request with the same Idempotency-Key returns the
   * webhook without the secret.
   */
  create(by: Acting, { business_id, ...values }: CreateWebhookDto): Promise<WebhookWithSecretDto> {
    this.assertAddress(values.url)
    return this.onceOnly.write<WebhookWithSecretDto>(
      by,
      async (transaction) => {
        const businessId = await ownerIn(transaction, by.caller, business_id)
        if ((await this.webhooks.count(transaction, businessId)) >= MAX_WEBHOOKS) {
          throw new Problem('conflict', say('too-many', { max: MAX_WEBHOOKS }))
        }
        const secret = newSecret()
        const owner = { businessId, userId: by.caller.userId, secret: await this.secrets.close(secret) }
        const made = await this.found(transaction, await this.webhooks.add(transaction, owner, values), by)
        await this.audit.record(transaction, by, 'webhook.create', { ...this.about(made), after: this.audited(made) })
        return { ...this.toDto(made), secret }
      },
      (created) => ({ ...created, secret: null }),
    )
  }

  update(by: Acting, id: number, body: UpdateWebhookDto, ifMatch: string | null): Promise<WebhookDto> {
    this.assertAddress(body.url)
    return this.change(by, id, 'webhook.update', (transaction) => this.webhooks.save(transaction, id, body), { ifMatch })
  }

  delete(by: Acting, id: number): Promise<void> {
    return this.remove(by, id, 'webhook.delete', (transaction) => this.webhooks.remove(transaction, id))
  }

  /** Makes a new secret. For a day, deliveries are also signed with the former secret. */
  async rotate(by: Acting, id: number): Promise<WebhookWithSecretDto> {
    const secret = newSecret()
    const sealed = await this.secrets.close(secret)
    const changed = await this.change(by, id, 'webhook.rotate', (transaction) => this.webhooks.rotate(transaction, id, sealed))
    return { ...changed, secret }
  }

  test(by: Acting, id: number): Promise<WebhookDeliveryDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const webhook = await this.found(transaction, id, { ...by, isLocked: true })
      this.assertOn(webhook)
      if ((await this.webhooks.waitingTests(transaction, id)) >= MAX_WAITING_TESTS)
        throw new Problem('conflict', say('tests-wait'))
      await this.audit.record(transaction, by, 'webhook.test', this.about(webhook))
      return this.delivery(transaction, await this.webhooks.test(transaction, id))
    })
  }

  replay(by: Acting, deliveryId: number): Promise<WebhookDeliveryDto> {
    return this.database.write(by.caller.scope, async (transaction) => {
      const { webhook_id, state, message_id, kind } = await this.delivery(transaction, deliveryId)
      const webhook = await this.found(transaction, webhook_id, { ...by, isLocked: true })
      this.assertOn(webhook)
      if (state === 'waiting') throw new Problem('conflict', say('waits'))
      await this.webhooks.replay(transaction, deliveryId)
      await this.audit.record(transaction, by, 'webhook.replay', { ...this.about(webhook), after: { message_id, kind } })
      return this.delivery(transaction, deliveryId)
    })
  }

  protected find(transaction: ScopedTransaction, id: number, { isLocked }: Finding): Promise<WebhookRow | undefined> {
    return this.webhooks.findOne(transaction, id, isLocked)
  }

  private async delivery(transaction: ScopedTransaction, id: number): Promise<WebhookDeliveryDto> {
    return toApiRow(existing(await this.webhooks.findDelivery(transaction, id), 'delivery'))
  }

  private assertOn({ active }: WebhookRow): void {
    if (!active) throw new Problem('conflict', say('is-off'))
  }

  /** Checks the address of a webhook. The IP address behind the host name may change, so it is checked at each delivery. */
  private assertAddress(url: string): void {
    try {
      guardedUrl(url, this.configuration.WEBHOOK_ALLOWED_NETWORKS)
    } catch (error) {
      if (!(error instanceof GuardedFailure)) throw error
      const sentence = { 'private-address': say('private-address'), 'no-tls': say('address-without-tls') }[
        error.problem as 'no-tls'
      ]
      throw invalid({ url: [sentence ?? say('bad-address')] })
    }
  }
}
