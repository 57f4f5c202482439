/** Reasons for replacing a tracker (G-52). */
export const REASONS = ['defective', 'wrong-order', 'end-of-contract', 'other'] as const
export type Reason = (typeof REASONS)[number]

/** Form values of a replacement. */
export interface ReplaceValues {
  imei: string
  reason: Reason | ''
  note: string
  returned: boolean
}
