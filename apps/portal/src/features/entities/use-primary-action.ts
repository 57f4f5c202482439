import { Activity, Cable, Siren } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMissingRight } from '../../lib/session/missing-right.js'
import type { RowAction } from '../../table/index.js'
import type { Entity } from './entity.js'
import { OPEN_CASE_ID } from './missing/open-case-card.js'
import type { EntityPaths } from './use-entity-actions.js'

/**
 * Returns the suggested next action for a vehicle (D.6): show its open missing case, install a tracker, or test the present
 * tracker.
 */
export function usePrimaryAction(entity: Entity, { liveTest }: EntityPaths, onInstall: () => void): RowAction | undefined {
  const { t } = useTranslation('entities')
  const navigate = useNavigate()
  const missingRight = useMissingRight('create:entity')
  if (entity.lifecycle === 'missing') {
    const show = () => {
      const card = document.getElementById(OPEN_CASE_ID)
      card?.scrollIntoView({ block: 'start' })
      card?.focus({ preventScroll: true })
    }
    return { label: t('actions.openCase'), icon: Siren, onAct: show }
  }
  // An unregistered vehicle has no such action, because it must be deleted and installed again.
  if (entity.vehicle_type === 'unregistered') return undefined
  const { imei } = entity
  if (imei === null) return { label: t('actions.install'), icon: Cable, disabledBecause: missingRight, onAct: onInstall }
  return {
    label: t('actions.liveTest'),
    icon: Activity,
    disabledBecause: missingRight,
    onAct: () => liveTest && void navigate(liveTest(imei)),
  }
}
