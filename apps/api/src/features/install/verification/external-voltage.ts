/** Whether trackers of a protocol tell the voltage of the vehicle: every model in its usual report, some models, or none. */
export type TellsVoltage = 'always' | 'some' | 'never'

const TELLS_VOLTAGE: Readonly<Record<string, TellsVoltage>> = {
  teltonika: 'always',
  queclink: 'always',
  meitrack: 'always',
  suntech: 'always',
  gt06: 'some',
  jt808: 'some',
  tk103: 'some',
  gps103: 'some',
  'wialon-ips': 'some',
  eelink: 'never',
  h02: 'never',
  watch: 'never',
  osmand: 'never',
}

/** @param protocol what the tracker spoke last; null before it first connected */
export const tellsVoltage = (protocol: string | null): TellsVoltage => TELLS_VOLTAGE[protocol ?? ''] ?? 'some'
