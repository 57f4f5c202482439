import { PERMISSIONS } from '@roadbook/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Detail, Fill, Hint, ListRow, Span, Stack } from '../../../components/layout/index.js'
import { Loaded } from '../../../components/loaded.js'
import { RefusableCheckbox } from '../../../components/refusable-checkbox.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { useSession } from '../../../lib/session/session.js'
import { changes, useUserChange } from '../queries/user-changes.js'
import { userRightsQuery } from '../queries/user-queries.js'
import type { User } from '../user.js'

/**
 * Permissions of one user, from the role or additional. Additional permissions are granted here. A disabled permission shows the
 * reason.
 */
export function RightsTab({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const words = usePermissionWords()
  const { user: self } = useSession()
  const missingRight = useMissingRight('update:user')
  const told = { done: () => t('done.rights', { name: user.name }) }
  const give = useUserChange(changes.give, told)
  const takeBack = useUserChange(changes.takeBack, told)
  return (
    <Loaded query={useQuery(userRightsQuery(user.id))} heightPx={320}>
      {({ role, role_permissions: ofRole, extra_permissions: extra, grantable }) => {
        const refusalOf = (permission: string): string | undefined => {
          if (ofRole.includes(permission)) return t('rights.fromRole', { role })
          if (missingRight) return missingRight
          if (user.id === self.id) return t('ownAccount')
          return extra.includes(permission) || grantable.includes(permission) ? undefined : t('rights.notYours', { permission })
        }
        return (
          <Stack gap={1.5}>
            <Hint>{t('rights.hint')}</Hint>
            <ul>
              {PERMISSIONS.map((permission) => (
                <ListRow component="li" key={permission} gap={0.5}>
                  <RefusableCheckbox
                    label={words(permission)}
                    isChecked={ofRole.includes(permission) || extra.includes(permission)}
                    refusal={refusalOf(permission)}
                    onToggle={() => (extra.includes(permission) ? takeBack : give).mutate({ id: user.id, permission })}
                  />
                  <Fill>
                    {words(permission)}
                    <Detail component="code">{permission}</Detail>
                  </Fill>
                  <Span size="caption" tone={ofRole.includes(permission) ? 'tertiary' : 'link'} weight="medium">
                    {ofRole.includes(permission) ? t('rights.ofRole') : extra.includes(permission) && t('rights.extra')}
                  </Span>
                </ListRow>
              ))}
            </ul>
          </Stack>
        )
      }}
    </Loaded>
  )
}
