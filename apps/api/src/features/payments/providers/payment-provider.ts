import type { Locale } from '../../../texts/locale.js'

export const PROVIDERS = ['mollie', 'stripe'] as const
/** Name of the metadata field where a provider stores our key of a payment. */
export const MARK = 'roadbook_payment'
export type ProviderName = (typeof PROVIDERS)[number]

/** Amount in the smallest unit of its currency (ISO 4217). */
export interface Money {
  minor: number
  currency: string
}

/** State of a payment at the provider. Its amounts are totals, so that a repeated or late message changes nothing. */
export interface PaymentReport {
  paid?: Money & { at: Date }
  /** Set when the payment can no longer be paid, because it failed, was cancelled or timed out. */
  over?: 'failed' | 'ended'
  refundedMinor?: number
  /** Amount that the payer's bank has taken back by a chargeback or dispute, as of the time `at`. */
  withdrawn?: { minor: number; at: Date }
  /** Stripe's id of the payment, which refunds and disputes contain. */
  intent?: string
}

/** Identifies a payment by our key, the provider's reference, or its intent. */
export interface Which {
  key?: string
  ref?: string
  intent?: string
}

/** Webhook message: the payment and its state. If the state is absent, it must be requested. */
export interface Notice {
  which: Which
  told?: PaymentReport
}

/** Payment to be created. */
export interface Asking extends Money {
  /** Key that makes repeated requests create only one payment. */
  key: string
  description: string
  locale: Locale
  /** Page that the payer returns to. */
  returnUrl: string
}

/** State of a payment. Contains the address of the payment page while the payment can be paid. */
export interface PaymentStatus {
  told: PaymentReport
  url: string | null
}

/** Unparsed webhook message. */
export interface Message {
  body: string
  headers: Record<string, string | string[] | undefined>
}

/** Error when the provider refused a request. The message contains no key and no data of the payer. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** Error for a signed message with contents that do not match the provider's documentation. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  constructor() {
    super('it says nothing that can be read')
  }
}

/** Error for a message that is possibly not from the provider. */
export class Forged extends Error {
  override name = 'Forged'
}

/**
 * Payment provider that the operator configured (decision 57). Every method that sends a request throws SourceFailure when the
 * provider does not answer, and ProviderRefusal when the provider refuses.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  create(asking: Asking): Promise<{ ref: string; url: string }>
  read(ref: string): Promise<PaymentStatus>
  /** Ends the payment, so that it can no longer be paid. */
  end(ref: string): Promise<void>
  /** @param key with the same key, a repeated request does not refund again */
  refund(of: { ref: string; intent: string | null }, amount: Money, key: string): Promise<void>
  /**
   * Reads a webhook message.
   * @returns null when it is not about a payment of ours
   * @throws Forged when the signature is not the provider's
   */
  notice(message: Message, nowMs: number): Notice | null
  /** Returns our key of the payment with this intent. Returns undefined when the payment is not ours. */
  keyOf(intent: string): Promise<string | undefined>
}
