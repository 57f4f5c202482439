/** Codes that mean an alarm, from the vendor's tables of emergencies (EMG) and alerts (ALT). */
const EMERGENCIES: Readonly<Record<number, string>> = {
  1: 'sos',
  2: 'parking',
  3: 'powerCut',
  5: 'door',
  6: 'door',
  7: 'movement',
  8: 'vibration',
}

const ALERTS: Readonly<Record<number, string>> = {
  1: 'overspeed',
  3: 'gpsAntennaCut',
  5: 'geofenceExit',
  6: 'geofenceEnter',
  14: 'lowBattery',
  15: 'vibration',
  16: 'accident',
  40: 'powerRestored',
  41: 'powerCut',
  42: 'sos',
  46: 'harshAcceleration',
  47: 'harshBraking',
  48: 'harshCornering',
  50: 'jamming',
}

export const emergencyOf = (code: number): string | undefined => EMERGENCIES[code]
export const alertOf = (code: number): string | undefined => ALERTS[code]
/** Code of an alert that contains the driver's key. */
export const DRIVER_ALERT = 59
