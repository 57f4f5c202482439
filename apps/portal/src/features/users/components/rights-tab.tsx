import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import Skeleton from '@mui/material/Skeleton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { PERMISSIONS } from '@roadbook/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import { userRightsQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'
import { useReason } from '../use-reason.js'

/** What one user may do, from the role or besides it; further rights are given here. What cannot be changed says why. */
export function RightsTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const reasonOf = useReason()
  const words = usePermissionWords()
  const notify = useNotify()
  const { user: self } = useSession()
  const missingRight = useMissingRight('update:user')
  const rights = useQuery(userRightsQuery(user.id))
  const give = useUserChange(changes.give)
  const takeBack = useUserChange(changes.takeBack)
  if (rights.isPending) return <Skeleton height={320} />
  if (rights.isError) return <ErrorNotice error={rights.error} onRetry={() => void rights.refetch()} />
  const { role, role_permissions, extra_permissions, grantable } = rights.data
  const isOwn = user.id === self.id
  const refusalOf = (permission: string): string | undefined => {
    if (role_permissions.includes(permission)) return t('rights.fromRole', { role })
    if (missingRight) return missingRight
    if (isOwn) return t('ownAccount')
    if (extra_permissions.includes(permission) || grantable.includes(permission)) return undefined
    return t('rights.notYours', { permission })
  }
  const toggle = (permission: string) => {
    const change = extra_permissions.includes(permission) ? takeBack : give
    change.mutate(
      { id: user.id, permission },
      {
        onSuccess: () => notify.success(t('done.rights', { name: user.name })),
        onError: (error) => notify.error(t('failed.update', { reason: reasonOf(error) })),
      },
    )
  }
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {t('rights.hint')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {PERMISSIONS.map((permission) => {
          const refusal = refusalOf(permission)
          const isOfRole = role_permissions.includes(permission)
          const isExtra = extra_permissions.includes(permission)
          const box = (
            <Checkbox
              size="small"
              checked={isOfRole || isExtra}
              aria-disabled={refusal !== undefined || undefined}
              onChange={() => refusal === undefined && toggle(permission)}
              slotProps={{
                input: { 'aria-label': words(permission), 'aria-description': refusal, 'aria-disabled': refusal !== undefined },
              }}
              sx={refusal === undefined ? undefined : { opacity: 0.5, cursor: 'not-allowed' }}
            />
          )
          return (
            <Box
              component="li"
              key={permission}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 0.5,
                minHeight: 44,
                py: 0.25,
                '& + &': { borderTop: 1, borderColor: 'divider' },
              }}
            >
              {refusal === undefined ? box : <Tooltip title={refusal}>{box}</Tooltip>}
              <Box sx={{ flex: 1, minWidth: 0, fontSize: 13, lineHeight: '18px' }}>
                {words(permission)}
                <Box component="code" sx={{ display: 'block', fontSize: 12, lineHeight: '16px', color: 'text.tertiary' }}>
                  {permission}
                </Box>
              </Box>
              {(isOfRole || isExtra) && (
                <Typography
                  variant="caption"
                  color={isOfRole ? 'text.tertiary' : 'primary'}
                  sx={{ flex: 'none', fontWeight: 500 }}
                >
                  {isOfRole ? t('rights.ofRole') : t('rights.extra')}
                </Typography>
              )}
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}
