import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { ObjectHistory } from '../../features/audit/index.js'
import { RoleMatrix } from '../../features/roles/index.js'
import { USER_VIEWS, userCountsQuery, UsersScreen, useUsersAddress } from '../../features/users/index.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { Page } from '../../components/page.js'

const history = (id: number) => <ObjectHistory objectType="user" objectId={id} />

/** People and their roles: the list in its views, and what each role may do. */
export function Component() {
  const { t } = useTranslation('users')
  const address = useUsersAddress()
  const missingRight = useMissingRight('create:user')
  const { data: counts } = useQuery(userCountsQuery)
  const { view } = address
  return (
    <Page
      title={t('screen.title')}
      meta={
        counts ? t('counts', { users: formatCount(counts.active), deleted: formatCount(counts.deleted) }) : t('screen.purpose')
      }
      isFilling
      actions={
        <ActionButton variant="contained" disabledBecause={missingRight} startIcon={<UserPlus />} onClick={address.create}>
          {t('new')}
        </ActionButton>
      }
    >
      <Tabs
        value={view}
        variant="scrollable"
        aria-label={t('views.label')}
        onChange={(_event, next: typeof view) => address.setView(next)}
        sx={{ flex: 'none', mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {[...USER_VIEWS, 'roles' as const].map((one) => (
          <Tab key={one} value={one} label={t(`views.${one}`)} />
        ))}
      </Tabs>
      {view === 'roles' ? <RoleMatrix /> : <UsersScreen view={view} address={address} history={history} />}
    </Page>
  )
}
