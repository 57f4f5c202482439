import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Stack, Span, Text } from '../../../components/layout/index.js'
import { counted } from '../../../lib/format/numbers.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import type { RoleChange } from '../role-draft.js'

interface ReviewDialogProps {
  changes: readonly RoleChange[]
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Shows the changes of roles, and how many users each affects, before they are saved. */
export function ReviewDialog({ changes, isPending, onConfirm, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('roles')
  const words = usePermissionWords()
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={isPending ? undefined : onClose}>
      <DialogTitle id={titleId}>{t('ask.title')}</DialogTitle>
      <DialogContent>
        {changes.map(({ role, gains, loses }) => (
          <section key={role.id} aria-label={role.name}>
            <Text size="dense" weight="strong">
              {role.name}{' '}
              <Span tone="secondary" weight="regular">
                {t('users', counted(role.users))}
              </Span>
            </Text>
            <Stack component="ul" gap={0.5}>
              {gains.map((permission) => (
                <Line key={permission} isGain text={t('ask.gains', { permission: words(permission) })} />
              ))}
              {loses.map((permission) => (
                <Line key={permission} text={t('ask.loses', { permission: words(permission) })} />
              ))}
            </Stack>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <ActionButton autoFocus disabled={isPending} label={t('ask.keep')} onClick={onClose} />
        <ActionButton variant="contained" loading={isPending} label={t('ask.confirm')} onClick={onConfirm} />
      </DialogActions>
    </Dialog>
  )
}

function Line({ isGain = false, text }: { isGain?: boolean; text: string }) {
  const Icon = isGain ? Plus : Minus
  return (
    <Row component="li">
      <Box
        component={Icon}
        size={14}
        strokeWidth={2}
        aria-hidden
        sx={{ flex: 'none', color: isGain ? 'success.main' : 'missing.main' }}
      />
      {text}
    </Row>
  )
}
