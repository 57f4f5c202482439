import { Inject, Injectable } from '@nestjs/common'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { mailSecret, Seal } from '../../mail/index.js'

/** Stored secrets of a webhook. */
export interface StoredSecrets {
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/**
 * Secrets of webhooks. They are stored encrypted, not hashed like the secrets of tokens, because signing needs the secret
 * itself.
 */
@Injectable()
export class WebhookSecrets {
  readonly #seal: Seal

  constructor(@Inject(API_CONFIGURATION) configuration: ApiConfiguration) {
    this.#seal = new Seal(mailSecret(configuration), 'roadbook webhook secrets')
  }

  close(secret: string): Promise<Buffer> {
    return this.#seal.close('webhook', secret)
  }

  /** Returns the secrets that are valid at a moment, newest first. */
  validSecrets({ secret, previous_secret: before, previous_until: until }: StoredSecrets, at: Date): Promise<string[]> {
    const good = before && until && until > at ? [secret, before] : [secret]
    return Promise.all(good.map(async (one) => String(await this.#seal.open('webhook', one))))
  }
}
