import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Filter } from '../../table/index.js'
import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from '../../lib/roles/roles-query.js'
import { BusinessCell, ContactCell, DateCell, NameCell, NONE, RoleChip, SeenCell } from './components/user-cells.js'
import type { User } from './user.js'

/** the columns of the list of users. */
export function useUserColumns(): readonly Column<User>[] {
  const { t } = useTranslation('users')
  return useMemo(
    () => [
      { key: 'name', label: t('columns.name'), render: (user) => <NameCell user={user} /> },
      { key: 'city', label: t('columns.city'), render: ({ city }) => city ?? NONE },
      { key: 'phone', label: t('columns.phone'), onCard: 'meta', render: (user) => <ContactCell user={user} kind="phone" /> },
      { key: 'email', label: t('columns.email'), onCard: 'meta', render: (user) => <ContactCell user={user} kind="email" /> },
      {
        key: 'sub_vendor_name',
        label: t('columns.sub_vendor_name'),
        onCard: 'meta',
        render: (user) => <BusinessCell user={user} />,
      },
      { key: 'role', label: t('columns.role'), onCard: 'state', render: (user) => <RoleChip user={user} /> },
      { key: 'last_seen_at', label: t('columns.last_seen_at'), onCard: 'meta', render: (user) => <SeenCell user={user} /> },
      {
        key: 'business_name',
        label: t('columns.business_name'),
        isOptional: true,
        render: ({ business_name }) => business_name ?? NONE,
      },
      {
        key: 'created_at',
        label: t('columns.created_at'),
        isOptional: true,
        render: ({ created_at }) => <DateCell at={created_at} />,
      },
    ],
    [t],
  )
}

/** What the list can be narrowed by. */
export function useUserFilters(): readonly Filter[] {
  const { t } = useTranslation('users')
  const { data: roles } = useQuery(rolesQuery)
  return useMemo(
    () => [
      {
        key: 'role_key',
        kind: 'choice',
        label: t('columns.role'),
        choices: (roles ?? []).map(({ key, name }) => ({ value: key, label: name })),
      },
      { key: 'business_name', kind: 'text', label: t('columns.sub_vendor_name') },
      { key: 'city', kind: 'text', label: t('columns.city') },
      { key: 'last_seen_at', kind: 'period', label: t('columns.last_seen_at') },
      { key: 'created_at', kind: 'period', label: t('columns.created_at') },
    ],
    [t, roles],
  )
}
