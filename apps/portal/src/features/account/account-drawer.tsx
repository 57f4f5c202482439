import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { Stack } from '../../components/layout/index.js'
import { DrawerFrame } from '../../components/side-drawer.js'
import { useSession } from '../../lib/session/session.js'
import { AccountFormFields } from './account-form-fields.js'
import { accountQuery } from './queries/account-query.js'

/** Drawer with the user's contact data and sign-in settings. */
export function AccountDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { user } = useSession()
  const account = useQuery({ ...accountQuery, enabled: isOpen })
  return (
    <DrawerFrame
      isOpen={isOpen}
      width={440}
      title={t('title')}
      subtitle={user.business_name ? t('roleAt', { role: user.role, business: user.business_name }) : user.role}
      onClose={onClose}
    >
      {account.data && <AccountFormFields account={account.data} onClose={onClose} />}
      {account.isPending && <AccountSkeleton />}
      {account.isError && !account.data && <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />}
    </DrawerFrame>
  )
}

const AccountSkeleton = () => (
  <Stack gap={2.5} pad={3} aria-busy>
    {Array.from({ length: 5 }, (_, row) => (
      <Skeleton key={row} height={54} />
    ))}
  </Stack>
)
