import type { Locale } from '../../../texts/locale.js'

export const PROVIDERS = ['mollie', 'stripe'] as const
/** Under which payments of ours bear our key at a provider. */
export const MARK = 'roadbook_payment'
export type ProviderName = (typeof PROVIDERS)[number]

/** An amount in the smallest unit of its currency (ISO 4217). */
export interface Money {
  minor: number
  currency: string
}

/** What a provider says of one payment. Sums are in all, so that the same said twice, or late, is no news. */
export interface Told {
  paid?: Money & { at: Date }
  /** It cannot be paid any more: it failed, or nobody paid in time. */
  over?: 'failed' | 'ended'
  refundedMinor?: number
  /** What the payer's bank took back by a chargeback or dispute, and that still is, as of that moment. */
  withdrawn?: { minor: number; at: Date }
  /** Stripe’s name of it for refunds and disputes. */
  intent?: string
}

/** Whose payment a message is of: by our key, the provider's name of it, or its intent. */
export interface Which {
  key?: string
  ref?: string
  intent?: string
}

/** What a webhook says: of which payment, and what of it; absent where that has to be asked. */
export interface Notice {
  which: Which
  told?: Told
}

/** What is to be paid. */
export interface Asking extends Money {
  /** The same one asked for twice is one. */
  key: string
  description: string
  locale: Locale
  /** Where the payer comes back to. */
  returnUrl: string
}

/** A payment at its provider: what it says of it, and where it can be paid while it can. */
export interface Standing {
  told: Told
  url: string | null
}

/** What a webhook brings, unread. */
export interface Message {
  body: string
  headers: Record<string, string | string[] | undefined>
}

/** It answered, and said no. Its message holds no key and nothing of the payer. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal'
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message)
  }
}

/** A message that is signed and says nothing that its provider's documents know. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  constructor() {
    super('it says nothing that can be read')
  }
}

/** Somebody else may have sent it. */
export class Forged extends Error {
  override name = 'Forged'
}

/**
 * A payment provider of the operator's (decision 57). Everything throws SourceFailure where it does not answer and ProviderRefusal
 * where it says no.
 */
export interface PaymentProvider {
  readonly name: ProviderName
  create(asking: Asking): Promise<{ ref: string; url: string }>
  read(ref: string): Promise<Standing>
  /** So that it can be paid no more. */
  end(ref: string): Promise<void>
  /** @param key the same refund asked for twice is one */
  refund(of: { ref: string; intent: string | null }, amount: Money, key: string): Promise<void>
  /**
   * What a webhook says.
   * @returns null where that is nothing of ours
   * @throws Forged where its signature is not the provider's
   */
  notice(message: Message, nowMs: number): Notice | null
  /** Our key of what has this intent; undefined where it is none of ours. */
  keyOf(intent: string): Promise<string | undefined>
}
