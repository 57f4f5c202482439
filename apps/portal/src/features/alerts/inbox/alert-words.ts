import { useTranslation } from 'react-i18next'
import { NONE } from '../../../lib/format/none.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Alert } from '../alert.js'

/**
 * Returns the worst value of an alert beside its limit, in the unit of the alert's kind. Undefined for kinds without a measured
 * value.
 */
export function useMeasured({ kind, value, threshold }: Alert): string | undefined {
  const { t } = useTranslation('alerts')
  if (value === null || (kind !== 'speeding' && kind !== 'lowBattery' && kind !== 'silent')) return undefined
  const shown = formatCount(value)
  return threshold === null
    ? t(`value.${kind}`, { value: shown })
    : t(`against.${kind}`, { value: shown, limit: formatCount(threshold) })
}

/** Returns the event as one sentence. */
export function useHappened({ kind, entity_name, geofence_name, value }: Alert): string {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const vehicle = entity_name ?? NONE
  const geofence = geofence_name ?? NONE
  const measured = value === null ? undefined : formatCount(value)
  switch (kind) {
    case 'entry':
    case 'exit':
      return t(`happened.${kind}`, { vehicle, geofence })
    case 'speeding':
      return geofence_name === null
        ? t('happened.speeding', { vehicle, value: measured ?? NONE })
        : t('happened.speedingIn', { vehicle, geofence, value: measured ?? NONE })
    case 'lowBattery':
      return t('happened.lowBattery', { vehicle, value: measured ?? NONE })
    case 'silent':
      return measured === undefined
        ? t('happened.silentStill', { vehicle })
        : t('happened.silent', { vehicle, duration: format.span((value ?? 0) * 60) })
    case 'powerCut':
    case 'tamper':
    case 'outsideHours':
    case 'dispute':
      return t(`happened.${kind}`, { vehicle })
  }
}
