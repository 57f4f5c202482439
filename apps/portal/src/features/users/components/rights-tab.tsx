import Skeleton from '@mui/material/Skeleton'
import { PERMISSIONS } from '@roadbook/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Fill, ListRow, Stack, Hint, Detail, Span } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { RefusableCheckbox } from '../../../components/refusable-checkbox.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import { userRightsQuery } from '../queries/user-queries.js'
import { useReason } from '../use-reason.js'
import type { User } from '../user.js'

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
    <Stack gap={1.5}>
      <Hint>{t('rights.hint')}</Hint>
      <ul>
        {PERMISSIONS.map((permission) => {
          const isOfRole = role_permissions.includes(permission)
          const isExtra = extra_permissions.includes(permission)
          return (
            <ListRow component="li" key={permission} gap={0.5}>
              <RefusableCheckbox
                label={words(permission)}
                isChecked={isOfRole || isExtra}
                refusal={refusalOf(permission)}
                onToggle={() => toggle(permission)}
              />
              <Fill>
                {words(permission)}
                <Detail component="code">{permission}</Detail>
              </Fill>
              {(isOfRole || isExtra) && (
                <Span size="caption" tone={isOfRole ? 'tertiary' : 'link'} weight="medium">
                  {isOfRole ? t('rights.ofRole') : t('rights.extra')}
                </Span>
              )}
            </ListRow>
          )
        })}
      </ul>
    </Stack>
  )
}
