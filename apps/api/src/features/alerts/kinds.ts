import type { AlertKind } from '@roadbook/contracts'

/** Ranges of the thresholds by kind of alert. Kinds that are not listed have no threshold. */
export const THRESHOLDS: Partial<Record<AlertKind, { min: number; max: number; isOptional?: true }>> = {
  // km/h
  speeding: { min: 5, max: 250, isOptional: true },
  // percent
  lowBattery: { min: 1, max: 99 },
  // minutes
  silent: { min: 15, max: 43_200 },
}
