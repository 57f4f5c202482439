import { useTranslation } from 'react-i18next'
import { PresetBar } from '../components/presets/preset-bar.js'
import type { InstallForm } from '../form/install-form.js'
import type { Presets } from '../use-presets.js'
import { BottomSheet } from './bottom-sheet.js'

interface PresetsSheetProps {
  presets: Presets
  formValues: () => InstallForm
  onClose: () => void
}

/** Chooses and manages presets with one hand. */
export function PresetsSheet({ presets, formValues, onClose }: PresetsSheetProps) {
  const { t } = useTranslation('installMobile')
  return (
    <BottomSheet title={t('presets.title')} onClose={onClose}>
      <PresetBar
        isPlain
        chosenId={presets.chosenId ?? presets.importedId ?? null}
        onChoose={presets.choose}
        onImport={(preset) => {
          presets.importPreset(preset)
          onClose()
        }}
        formValues={formValues}
      />
    </BottomSheet>
  )
}
