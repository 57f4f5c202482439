import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../lib/format/numbers.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import type { RoleChange } from '../role-draft.js'

interface ReviewDialogProps {
  changes: readonly RoleChange[]
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What will change for how many users, before it does. */
export function ReviewDialog({ changes, isPending, onConfirm, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('roles')
  const words = usePermissionWords()
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={isPending ? undefined : onClose}>
      <DialogTitle id={titleId}>{t('ask.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {changes.map(({ role, gains, loses }) => (
          <Box key={role.id} component="section" aria-label={role.name}>
            <Box sx={{ fontSize: 13, fontWeight: 600, mb: 0.5 }}>
              {role.name}{' '}
              <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
                {t('users', { count: role.users, shown: formatCount(role.users) })}
              </Box>
            </Box>
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 13, lineHeight: '24px' }}>
              {gains.map((permission) => (
                <Line key={permission} isGain text={t('ask.gains', { permission: words(permission) })} />
              ))}
              {loses.map((permission) => (
                <Line key={permission} text={t('ask.loses', { permission: words(permission) })} />
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button autoFocus disabled={isPending} onClick={onClose}>
          {t('ask.keep')}
        </Button>
        <Button variant="contained" loading={isPending} onClick={onConfirm}>
          {t('ask.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Line({ isGain = false, text }: { isGain?: boolean; text: string }) {
  const Icon = isGain ? Plus : Minus
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box
        component={Icon}
        size={14}
        strokeWidth={2}
        aria-hidden
        sx={{ flex: 'none', color: isGain ? 'success.main' : 'missing.main' }}
      />
      {text}
    </Box>
  )
}
