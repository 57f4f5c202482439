/** what a subscription is paid for. */
export const SUBSCRIPTION_PERIODS = ['month', 'quarter', 'year'] as const
export type SubscriptionPeriod = (typeof SUBSCRIPTION_PERIODS)[number]

/** G-73: how one of a vehicle stands. It covers the vehicle while it is active or expiring. */
export const SUBSCRIPTION_STATES = ['pending', 'active', 'expiring', 'expired', 'cancelled'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]
