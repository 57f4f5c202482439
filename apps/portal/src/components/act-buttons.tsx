import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from './action-button.js'

/** What a dialog or a drawer is for, as its button says it. */
export interface Act {
  label: string
  icon?: LucideIcon
  /** Absent where it sends a form. */
  onAct?: () => void
  /** The form that it sends. */
  formId?: string
  isPending?: boolean
  isDanger?: boolean
  isDisabled?: boolean
  disabledBecause?: string
}

interface ActButtonsProps {
  act: Act
  /** The way out; absent: to cancel. */
  keepLabel?: string
  /** The way out has the focus. */
  isQuestion?: boolean
  /** There is no way out now. */
  isFixed?: boolean
  onClose: () => void
}

/** The way out, and what is done. */
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
