/** what a subscription is paid for. */
export const SUBSCRIPTION_PERIODS = ['month', 'quarter', 'year'] as const
export type SubscriptionPeriod = (typeof SUBSCRIPTION_PERIODS)[number]
