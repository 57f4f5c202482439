/** Periods for which a subscription can be paid. */
export const SUBSCRIPTION_PERIODS = ['month', 'quarter', 'year'] as const
export type SubscriptionPeriod = (typeof SUBSCRIPTION_PERIODS)[number]

/** States of a vehicle's subscription (G-73). The subscription covers the vehicle in the states active and expiring. */
export const SUBSCRIPTION_STATES = ['pending', 'active', 'expiring', 'expired', 'cancelled'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]
