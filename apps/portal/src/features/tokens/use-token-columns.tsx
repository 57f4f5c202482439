import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../table/index.js'
import { ExpiryCell, NameCell, StateChip, TimeCell } from './components/token-cells.js'
import type { Token } from './token.js'

const NONE = '—'

/** The columns of the list of API tokens. */
export function useTokenColumns(): readonly Column<Token>[] {
  const { t } = useTranslation('tokens')
  return useMemo(
    () => [
      { key: 'name', label: t('columns.name'), render: (token) => <NameCell token={token} /> },
      { key: 'scope', label: t('columns.scope'), onCard: 'meta', render: ({ scope }) => t(`scopes.${scope}.name`) },
      { key: 'user', label: t('columns.user'), onCard: 'meta', render: ({ user }) => user },
      { key: 'created_at', label: t('columns.created_at'), render: ({ created_at }) => <TimeCell at={created_at} /> },
      {
        key: 'last_used_at',
        label: t('columns.last_used_at'),
        onCard: 'meta',
        render: ({ last_used_at }) => <TimeCell at={last_used_at} />,
      },
      {
        key: 'last_used_from',
        label: t('columns.last_used_from'),
        isUnsortable: true,
        isOptional: true,
        render: ({ last_used_from }) => last_used_from ?? NONE,
      },
      { key: 'expires_at', label: t('columns.expires_at'), render: (token) => <ExpiryCell token={token} /> },
      {
        key: 'revoked_at',
        label: t('columns.revoked_at'),
        render: ({ revoked_at }) => (revoked_at ? <TimeCell at={revoked_at} /> : NONE),
      },
      {
        key: 'state',
        label: t('columns.state'),
        isUnsortable: true,
        onCard: 'state',
        render: (token) => <StateChip token={token} />,
      },
    ],
    [t],
  )
}
