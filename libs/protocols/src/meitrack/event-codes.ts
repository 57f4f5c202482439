/** Event codes that mean an alarm. Source: the vendor's GPRS protocol, "Event code". */
const ALARMS: Readonly<Record<number, string>> = {
  1: 'sos',
  17: 'lowBattery',
  18: 'lowPower',
  19: 'overspeed',
  20: 'geofenceEnter',
  21: 'geofenceExit',
  22: 'powerRestored',
  23: 'powerCut',
  24: 'gpsLost',
  28: 'gpsAntennaCut',
  36: 'tow',
  40: 'powerOff',
  44: 'jamming',
  50: 'temperatureHigh',
  51: 'temperatureLow',
  58: 'theft',
  78: 'accident',
  79: 'accident',
  90: 'harshCornering',
  91: 'harshCornering',
  129: 'harshBraking',
  130: 'harshAcceleration',
  133: 'idle',
  135: 'fatigue',
}

export const alarmOf = (code: number): string | undefined => ALARMS[code]

/** Code of a report that is sent at the set interval, without an event. */
export const PERIODIC = 35
