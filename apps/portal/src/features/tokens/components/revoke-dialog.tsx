import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRevokeToken } from '../queries/token-queries.js'
import type { Token } from '../token.js'
import { useLastUse } from './use-last-use.js'

/** Asks before a token ends, with what is known of its use; the safe button has the focus. */
export function RevokeDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation('tokens')
  const [title, text] = [useId(), useId()]
  const notify = useNotify()
  const lastUse = useLastUse()
  const revoke = useRevokeToken()
  const confirm = async () => {
    try {
      await revoke.mutateAsync(token.id)
    } catch (error) {
      notify.failure(error)
      return
    }
    notify.success(t('revoke.done', { name: token.name }))
    onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      fullWidth
      maxWidth="xs"
      aria-labelledby={title}
      aria-describedby={text}
      onClose={revoke.isPending ? undefined : onClose}
    >
      <DialogContent sx={{ display: 'flex', gap: 2, p: 2.5 }}>
        <Box
          sx={{
            display: 'grid',
            placeContent: 'center',
            flex: 'none',
            width: 40,
            height: 40,
            borderRadius: '10px',
            bgcolor: 'missing.soft',
            color: 'missing.main',
          }}
        >
          <KeyRound size={18} />
        </Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="h2" id={title} sx={{ fontSize: 16 }}>
            {t('revoke.title', { name: token.name })}
          </Typography>
          <Box id={text} sx={{ display: 'grid', gap: 0.75, mt: 0.5 }}>
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {lastUse(token)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('revoke.text')}
            </Typography>
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus disabled={revoke.isPending} onClick={onClose}>
          {t('revoke.keep')}
        </Button>
        <Button
          variant="contained"
          loading={revoke.isPending}
          onClick={() => void confirm()}
          sx={{ bgcolor: 'danger.main', color: 'danger.contrastText', '&:hover': { bgcolor: 'danger.main' } }}
        >
          {t('revoke.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
