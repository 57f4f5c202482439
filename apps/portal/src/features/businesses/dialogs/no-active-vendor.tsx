import Button from '@mui/material/Button'
import { Building2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'

/** R-152, in the specification's words. */
export function NoActiveVendor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['businesses', 'common'])
  return (
    <AskDialog
      icon={Building2}
      tone="warning"
      title={t('noActiveVendor.title')}
      onClose={onClose}
      actions={
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('common:actions.close')}
        </Button>
      }
    >
      {t('noActiveVendor.text')}
    </AskDialog>
  )
}
