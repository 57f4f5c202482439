import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filter } from '../../table/index.js'
import { SCOPES } from './token.js'

const STATES = ['created', 'revoked'] as const

/** What the list of API tokens can be narrowed by. */
export function useTokenFilters(): readonly Filter[] {
  const { t } = useTranslation('tokens')
  return useMemo(
    () => [
      {
        key: 'state',
        kind: 'choice',
        label: t('columns.state'),
        choices: STATES.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      {
        key: 'scope',
        kind: 'choice',
        label: t('columns.scope'),
        choices: SCOPES.map(({ scope }) => ({ value: scope, label: t(`scopes.${scope}.name`) })),
      },
      { key: 'user', kind: 'text', label: t('columns.user') },
      { key: 'last_used_at', kind: 'period', label: t('columns.last_used_at') },
      { key: 'expires_at', kind: 'period', label: t('columns.expires_at') },
    ],
    [t],
  )
}
