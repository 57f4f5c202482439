import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from './action-button.js'

/** Main action of a dialog or drawer, shown as its button. */
export interface Act {
  label: string
  icon?: LucideIcon
  /** Action of the button. Omitted if the button submits a form. */
  onAct?: () => void
  /** ID of the form that the button submits. */
  formId?: string
  isPending?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  disabledBecause?: string
}

interface ActButtonsProps {
  act: Act
  /** Label of the cancel button. "Cancel" by default. */
  keepLabel?: string
  /** Makes the dialog a question. The cancel button then has the focus at first. */
  isQuestion?: boolean
  /** Disables the cancel button. */
  isFixed?: boolean
  onClose: () => void
}

/** Cancel button and main action of a dialog or drawer. */
export function ActButtons({ act, keepLabel, isQuestion, isFixed, onClose }: ActButtonsProps) {
  const { t } = useTranslation('common')
  const { label, icon: Icon, onAct, formId, isPending, isDanger = false, isDisabled, disabledBecause } = act
  return (
    <DialogActions>
      <Button autoFocus={isQuestion} disabled={isFixed} onClick={() => onClose()}>
        {keepLabel ?? t('actions.cancel')}
      </Button>
      <ActionButton
        variant="contained"
        color={isDanger ? 'error' : undefined}
        type={formId === undefined ? undefined : 'submit'}
        form={formId}
        loading={isPending}
        disabled={isDisabled}
        disabledBecause={disabledBecause}
        onClick={onAct}
        {...(Icon && { startIcon: <Icon />, loadingPosition: 'start' })}
      >
        {label}
      </ActionButton>
    </DialogActions>
  )
}
