import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Field } from '../../../components/field.js'

interface ConfirmDialogProps {
  title: string
  text: string
  keepLabel: string
  confirmLabel: string
  isDanger?: boolean
  /** What has to be typed first. */
  typed?: { label: string; value: string }
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is done to one user; the safe button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, keepLabel, confirmLabel, isDanger = false, typed, isPending, onConfirm, onClose } = props
  const [titleId, textId] = [useId(), useId()]
  const [given, setGiven] = useState('')
  const isTyped = typed === undefined || given.trim().toLowerCase() === typed.value.toLowerCase()
  return (
    <Dialog
      open
      role="alertdialog"
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onClose={isPending ? undefined : onClose}
    >
      <DialogTitle id={titleId} variant="h2" sx={{ fontSize: 16, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography id={textId} variant="body2" color="textSecondary">
          {text}
        </Typography>
        {typed && (
          <Field
            label={typed.label}
            value={given}
            onChange={({ target }) => setGiven(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2, borderTop: 1, borderColor: 'divider' }}>
        <Button autoFocus disabled={isPending} onClick={onClose}>
          {keepLabel}
        </Button>
        <Button
          variant="contained"
          loading={isPending}
          disabled={!isTyped}
          onClick={onConfirm}
          sx={{
            ml: '0 !important',
            ...(isDanger && { bgcolor: 'danger.main', color: 'danger.contrastText', '&:hover': { bgcolor: 'danger.main' } }),
          }}
        >
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
