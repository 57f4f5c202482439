import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { ObjectHistory } from '../../features/audit/index.js'
import { RoleMatrix } from '../../features/roles/index.js'
import { USER_VIEWS, userCountsQuery, UsersScreen, useUsersAddress } from '../../features/users/index.js'
import { formatCount } from '../../lib/format/numbers.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { Page } from '../../components/page.js'

const history = (id: number) => <ObjectHistory objectType="user" objectId={id} />

/** Users and roles: the list in its views, and the permissions of each role. */
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
      <ViewTabs
        label={t('views.label')}
        views={[...USER_VIEWS, 'roles' as const]}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={address.setView}
      />
      {view === 'roles' ? <RoleMatrix /> : <UsersScreen view={view} address={address} history={history} />}
    </Page>
  )
}
