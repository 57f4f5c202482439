import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Field } from '../../../components/field.js'
import { Stack, Hint } from '../../../components/layout/index.js'

interface ConfirmDialogProps {
  icon: LucideIcon
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
  const { icon, title, text, keepLabel, confirmLabel, isDanger = false, typed, isPending, onConfirm, onClose } = props
  const [given, setGiven] = useState('')
  const isTyped = typed === undefined || given.trim().toLowerCase() === typed.value.toLowerCase()
  return (
    <AskDialog
      isAlert
      icon={icon}
      tone={isDanger ? 'error' : 'neutral'}
      title={title}
      onClose={onClose}
      act={{ label: confirmLabel, onAct: onConfirm, isPending, isDanger, isDisabled: !isTyped }}
      keepLabel={keepLabel}
      isHeld
    >
      <Stack>
        <Hint>{text}</Hint>
        {typed && (
          <Field
            label={typed.label}
            value={given}
            onChange={({ target }) => setGiven(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false } }}
          />
        )}
      </Stack>
    </AskDialog>
  )
}
