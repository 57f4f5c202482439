import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useSession } from '../../lib/session/session.js'
import { AccountFormFields } from './account-form-fields.js'
import { accountQuery } from './queries/account-query.js'

interface AccountDrawerProps {
  isOpen: boolean
  onClose: () => void
}

/** The user's own contact data, and how they sign in, from the right. */
export function AccountDrawer({ isOpen, onClose }: AccountDrawerProps) {
  const { t } = useTranslation(['account', 'common'])
  const { user } = useSession()
  const account = useQuery({ ...accountQuery, enabled: isOpen })
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'account-title', sx: { width: { xs: '100%', sm: 440 } } },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flex: 'none',
          minHeight: 72,
          px: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="h2" id="account-title" sx={{ fontSize: 16 }}>
            {t('title')}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" noWrap>
            {user.business_name ? t('roleAt', { role: user.role, business: user.business_name }) : user.role}
          </Typography>
        </Box>
        <TooltipIconButton label={t('common:actions.close')} icon={X} onClick={onClose} sx={{ mr: -1 }} />
      </Box>
      {account.data && <AccountFormFields account={account.data} onClose={onClose} />}
      {account.isPending && <AccountSkeleton />}
      {account.isError && !account.data && <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />}
    </Drawer>
  )
}

const AccountSkeleton = () => (
  <Box aria-busy sx={{ p: 3, display: 'grid', gap: 2.5 }}>
    {Array.from({ length: 5 }, (_, row) => (
      <Skeleton key={row} height={54} />
    ))}
  </Box>
)
