import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { mailSecret, Seal } from '../../mail/index.js'

/** What a webhook signs with, as it is stored. */
export interface StoredSecrets {
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/** Secrets of webhooks: unlike a token's they must be known again to sign with, so they are sealed and not hashed. */
@Injectable()
export class WebhookSecrets {
  readonly #seal: Seal

  constructor(@Inject(API_CONFIGURATION) configuration: ApiConfiguration) {
    this.#seal = new Seal(mailSecret(configuration), 'roadbook webhook secrets')
  }

  close(secret: string): Promise<Buffer> {
    return this.#seal.close('webhook', secret)
  }

  /** Those that are good at this moment, the newest first. */
  of({ secret, previous_secret: before, previous_until: until }: StoredSecrets, at: Date): Promise<string[]> {
    const good = before && until && until > at ? [secret, before] : [secret]
    return Promise.all(good.map(async (one) => String(await this.#seal.open('webhook', one))))
  }
}
