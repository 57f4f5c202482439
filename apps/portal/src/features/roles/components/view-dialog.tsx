import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { BusinessPicker } from '../../../components/businesses/business-picker.js'
import { Hint } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { type Role, SUPER_ADMIN } from '../../../lib/roles/roles-query.js'
import { useSession } from '../../../lib/session/session.js'
import { useViewAs } from '../../../lib/session/use-view-as.js'

/** T-13: where a role is looked at, and what that means; then the portal as that role sees it. */
export function ViewDialog({ role, onClose }: { role: Role; onClose: () => void }) {
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
