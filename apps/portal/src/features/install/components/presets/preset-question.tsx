import Button from '@mui/material/Button'
import { PencilLine } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../../components/ask-dialog.js'
import type { Presets } from '../../use-presets.js'

/** Asks for confirmation before a preset overwrites typed values (G-51). */
export function PresetQuestion({ presets }: { presets: Presets }) {
  const { t } = useTranslation('install')
  const { asked, typedIn, answer, cancel } = presets
  if (!asked) return null
  return (
    <AskDialog
      isAlert
      icon={PencilLine}
      title={t('preset.overTitle', { name: asked.name })}
      onClose={cancel}
      actions={
        <>
          <Button autoFocus onClick={() => answer(false)}>
            {t('preset.keepMine')}
          </Button>
          <Button variant="contained" onClick={() => answer(true)}>
            {t('preset.replaceMine')}
          </Button>
        </>
      }
    >
      {t('preset.overText', { fields: typedIn.map((field) => t(`presetFields.${field}`)).join(', ') })}
    </AskDialog>
  )
}
