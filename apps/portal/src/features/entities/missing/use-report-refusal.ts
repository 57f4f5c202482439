import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Entity } from '../entity.js'

/** Why a vehicle cannot be reported missing, as the server judges it; undefined when it can. */
export function useReportRefusal(): (entity: Entity) => string | undefined {
  const { t } = useTranslation('entities')
  const missingRight = useMissingRight('manage:missing-entities')
  return ({ lifecycle, subscription, recovery_contract: isRecovered }) => {
    if (missingRight !== undefined) return missingRight
    if (lifecycle === 'missing') return t('missing.refused.already')
    if (!subscription && !isRecovered) return t('missing.refused.both')
    if (!subscription) return t('missing.refused.subscription')
    return isRecovered ? undefined : t('missing.refused.contract')
  }
}
