import type { ApiConfiguration } from '../../../configuration.js'
import type { SourceStateRepository } from '../../../outside/source-state.repository.js'
import { Mollie } from './mollie.js'
import type { PaymentProvider } from './payment-provider.js'
import { ProviderClient } from './provider-client.js'
import { Stripe } from './stripe.js'

export const PAYMENT_PROVIDER = Symbol('payment provider')
/** Path of the payment webhook. The OpenAPI document leaves it out, because only providers call it. */
export const WEBHOOK_PATH = '/api/v1/webhooks/payments'

const ADDRESSES = { mollie: 'https://api.mollie.com', stripe: 'https://api.stripe.com' }

type Given = Pick<ApiConfiguration, 'PAYMENTS' | 'PAYMENTS_KEY' | 'PAYMENTS_URL' | 'PAYMENTS_WEBHOOK_SECRET' | 'PORTAL_URL'>

/** Returns the configured provider; undefined when payments are entered by hand. */
export function providerOf(
  given: Given,
  state: Pick<SourceStateRepository, 'takeTurn' | 'succeeded' | 'failed'>,
): PaymentProvider | undefined {
  const { PAYMENTS: name, PAYMENTS_KEY: key, PAYMENTS_URL: url, PAYMENTS_WEBHOOK_SECRET: secret, PORTAL_URL: portal } = given
  if (name === 'hand' || !key || !portal) return undefined
  const client = new ProviderClient(url ?? ADDRESSES[name], key, state)
  return name === 'mollie' ? new Mollie(client, new URL(WEBHOOK_PATH, portal).href) : new Stripe(client, secret ?? '')
}
