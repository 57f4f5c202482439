/** Kinds of alert rules. */
export const ALERT_KINDS = [
  'entry',
  'exit',
  'speeding',
  'lowBattery',
  'powerCut',
  'silent',
  'tamper',
  'outsideHours',
  'dispute',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
