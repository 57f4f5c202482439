/** open, then found or given up. */
export const CASE_STATES = ['open', 'resolved', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** Why somebody reports a vehicle. */
export const CASE_REASONS = ['stolen', 'lost', 'not-returned', 'other'] as const
export type CaseReason = (typeof CASE_REASONS)[number]
