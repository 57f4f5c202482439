import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Pane, Hint, Span } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { type Role, rolesQuery, SUPER_ADMIN, ROLES_KEY } from '../../../lib/roles/roles-query.js'
import { useSession } from '../../../lib/session/session.js'
import { useViewAs } from '../../../lib/session/use-view-as.js'
import { changesOf, type RoleDraft, toggled, type RoleChange } from '../role-draft.js'
import { MatrixTable } from './matrix-table.js'
import { ReviewDialog } from './review-dialog.js'

const UNCHANGED: RoleDraft = new Map()

/** Permissions of each role (G-06). Super admins can change them after a review of the effect. */
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

/** Bar with the number of changes and buttons to discard or review them. */
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

/** Asks for the business in which to view the portal as a role, then starts the view (T-13). */
function ViewDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useTranslation(['roles', 'common'])
  const titleId = useId()
  const notify = useNotify()
  const { user } = useSession()
  const [businessId, setBusinessId] = useState(user.business_id)
  const viewAs = useViewAs()
  const hasPlace = role.key !== SUPER_ADMIN
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>{t('viewAs', { role: role.name })}</DialogTitle>
      <DialogContent>
        <Hint>{t('viewText')}</Hint>
        {hasPlace && <BusinessPicker label={t('viewWhere')} value={businessId} onChange={setBusinessId} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
        <ActionButton
          variant="contained"
          loading={viewAs.isPending}
          disabled={hasPlace && businessId === null}
          label={t('view')}
          onClick={() =>
            viewAs.mutate({ roleKey: role.key, businessId: hasPlace ? businessId : null }, { onError: notify.failure })
          }
        />
      </DialogActions>
    </Dialog>
  )
}

type Permissions = components['schemas']['UpdateRole']['permissions']

/** Saves roles one after the other. If saving one role fails, the roles before it stay saved, and all roles are read again. */
function useUpdateRoles() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (changes: readonly RoleChange[]) => {
      for (const { role, wanted } of changes) {
        const params = { path: { id: role.id } }
        await unwrap(api.PUT('/api/v1/roles/{id}', { params, body: { permissions: wanted as Permissions } }))
      }
    },
    onSettled: () => Promise.all([ROLES_KEY, ['users'], ['audit']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
