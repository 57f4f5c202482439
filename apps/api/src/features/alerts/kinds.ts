/** What a rule can tell of. */
export const ALERT_KINDS = ['entry', 'exit', 'speeding', 'lowBattery', 'powerCut', 'silent', 'tamper', 'outsideHours'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** That it happened already says where a vehicle was, or that it was ridden: of a consumer's it is not told without consent (G-106). */
export const TELLING_OF_RIDES = ['entry', 'exit', 'speeding', 'outsideHours'] as const satisfies readonly AlertKind[]

/** What thresholds mean, and how far they go; the other kinds have none. */
export const THRESHOLDS: Partial<Record<AlertKind, { min: number; max: number; isOptional?: true }>> = {
  // km/h
  speeding: { min: 5, max: 250, isOptional: true },
  // percent
  lowBattery: { min: 1, max: 99 },
  // minutes
  silent: { min: 15, max: 43_200 },
}
