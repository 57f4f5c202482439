/** Why a tracker makes room for another one (G-52). */
export const REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const
export type Reason = (typeof REASONS)[number]

/** What is asked about a swap. */
export interface ReplaceValues {
  imei: string
  reason: Reason | ''
  note: string
  returned: boolean
}
