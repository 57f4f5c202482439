import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Pane, Hint, Span } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { type Role, rolesQuery, SUPER_ADMIN } from '../../../lib/roles/roles-query.js'
import { useSession } from '../../../lib/session/session.js'
import { changesOf, type RoleDraft, toggled } from '../role-draft.js'
import { useUpdateRoles } from '../use-update-roles.js'
import { MatrixTable } from './matrix-table.js'
import { ReviewDialog } from './review-dialog.js'
import { ViewDialog } from './view-dialog.js'

const UNCHANGED: RoleDraft = new Map()

/** G-06: what each role may do; a super admin changes it, after having seen what changes for how many. */
export function RoleMatrix() {
  const { t } = useTranslation('roles')
  const notify = useNotify()
  const { user } = useSession()
  const roles = useQuery(rolesQuery)
  const [draft, setDraft] = useState(UNCHANGED)
  const [isReviewing, setIsReviewing] = useState(false)
  const [viewed, setViewed] = useState<Role>()
  const update = useUpdateRoles()
  if (roles.isPending) return <Skeleton height={480} />
  if (roles.isError && !roles.data) return <ErrorNotice error={roles.error} onRetry={() => void roles.refetch()} />
  const isEditor = user.role_key === SUPER_ADMIN
  const changes = changesOf(draft, roles.data)
  const count = changes.reduce((sum, { gains, loses }) => sum + gains.length + loses.length, 0)
  const refusalOf = (role: Role) => {
    if (role.key === SUPER_ADMIN) return t('everything')
    return isEditor ? undefined : t('readOnly')
  }
  const confirm = () =>
    update.mutate(changes, {
      onSuccess: () => {
        setDraft(UNCHANGED)
        setIsReviewing(false)
        notify.success(t('done'))
      },
      onError: notify.failure,
    })
  return (
    <Pane gap={2}>
      <Hint>{isEditor ? t('hint') : t('readOnly')}</Hint>
      <Paper sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, overflow: 'hidden' }}>
        <MatrixTable
          roles={roles.data}
          draft={draft}
          refusalOf={refusalOf}
          onToggle={(role, permission) => setDraft(toggled(draft, role, permission))}
          onView={setViewed}
        />
        {count > 0 && <DraftBar count={count} onDiscard={() => setDraft(UNCHANGED)} onReview={() => setIsReviewing(true)} />}
      </Paper>
      {isReviewing && (
        <ReviewDialog changes={changes} isPending={update.isPending} onConfirm={confirm} onClose={() => setIsReviewing(false)} />
      )}
      {viewed && <ViewDialog role={viewed} onClose={() => setViewed(undefined)} />}
    </Pane>
  )
}

/** How much is changed, and what becomes of it. */
function DraftBar({ count, onDiscard, onReview }: { count: number; onDiscard: () => void; onReview: () => void }) {
  const { t } = useTranslation('roles')
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        flex: 'none',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
        px: 2,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'surface.selected',
      }}
    >
      <Span component="strong" weight="strong" grow>
        {t('changes', { count })}
      </Span>
      <Button onClick={onDiscard}>{t('discard')}</Button>
      <ActionButton variant="contained" label={t('review')} onClick={onReview} />
    </Box>
  )
}
