import Button from '@mui/material/Button'
import { PencilOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from './ask-dialog.js'

/** Asks for confirmation before typed input is discarded. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation('businesses')
  return (
    <AskDialog
      icon={PencilOff}
      tone="warning"
      title={t('discard.title')}
      onClose={onKeep}
      actions={
        <>
          <Button autoFocus onClick={onKeep}>
            {t('discard.keep')}
          </Button>
          <Button color="error" onClick={onDiscard}>
            {t('discard.discard')}
          </Button>
        </>
      }
    >
      {t('discard.text')}
    </AskDialog>
  )
}
