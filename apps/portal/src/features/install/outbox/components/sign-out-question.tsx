import { CloudUpload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../../components/ask-dialog.js'

interface SignOutQuestionProps {
  /** Number of unsent items on this device. */
  count: number
  onStay: () => void
  onLeave: () => void
}

/** Asks whether to sign out and lose the unsent work. */
export function SignOutQuestion({ count, onStay, onLeave }: SignOutQuestionProps) {
  const { t } = useTranslation('outbox')
  return (
    <AskDialog
      isAlert
      icon={CloudUpload}
      tone="error"
      title={t('signOut.title', { count })}
      onClose={onStay}
      act={{ label: t('signOut.leave'), onAct: onLeave, isDanger: true }}
      keepLabel={t('signOut.stay')}
    >
      {t('signOut.text')}
    </AskDialog>
  )
}
