import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'

/** Notice for a user who wants to create a business but has selected none, in the wording of the specification. */
export function NoActiveVendor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['businesses', 'common'])
  return (
    <AskDialog
      icon={Building2}
      tone="warning"
      title={t('noActiveVendor.title')}
      onClose={onClose}
      actions={<ActionButton variant="contained" autoFocus label={t('common:actions.close')} onClick={onClose} />}
    >
      {t('noActiveVendor.text')}
    </AskDialog>
  )
}
