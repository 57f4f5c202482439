/** Reasons why a vehicle needs attention, in the order in which Home shows them. */
export const NEED_WORDS = [
  'open_case',
  'unverified',
  'silent',
  'low_battery',
  'subscription_ending',
  'insurance_ending',
  'service_due',
] as const
export type Need = (typeof NEED_WORDS)[number]

export const isNeed = (word: unknown): word is Need => (NEED_WORDS as readonly unknown[]).includes(word)
