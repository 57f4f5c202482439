import { VEHICLE_TYPES } from '@roadbook/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MARKER_STATES } from '../../map/entity-state.js'
import type { Filter } from '../../table/index.js'

/** What the list of entities can be narrowed by, in the user's words; `more` comes after the type. */
export function useEntityFilters(more: readonly Filter[]): readonly Filter[] {
  const { t } = useTranslation(['entities', 'map', 'common'])
  return useMemo(
    () => [
      {
        key: 'state',
        kind: 'choice',
        label: t('columns.state'),
        choices: MARKER_STATES.map((value) => ({ value, label: t(`common:states.${value}`) })),
      },
      { key: 'last_seen', kind: 'period', label: t('columns.last_seen') },
      {
        key: 'vehicle_type',
        kind: 'choice',
        label: t('columns.vehicle_type'),
        choices: VEHICLE_TYPES.map((value) => ({ value, label: t(`map:vehicleTypes.${value}`) })),
      },
      ...more,
      { key: 'brand', kind: 'text', label: t('columns.brand') },
      { key: 'business_name', kind: 'text', label: t('columns.business_name') },
      { key: 'created_at', kind: 'period', label: t('columns.created_at') },
    ],
    [t, more],
  )
}
