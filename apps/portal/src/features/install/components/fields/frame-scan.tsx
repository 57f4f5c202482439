import { useTranslation } from 'react-i18next'
import { ScanButton } from '../../../../components/scanner/index.js'
import type { InstallFormApi } from '../../form/use-fields.js'

/** Maximum length of a frame number. */
const FRAME_CHARACTERS = 50

/** Scan button in the frame number field. It replaces the field's content with the scanned code. */
export function FrameScan({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('scanner')
  const fill = (text: string) =>
    form.setValue('frame_number', text.trim().slice(0, FRAME_CHARACTERS), { shouldValidate: true, shouldDirty: true })
  return <ScanButton label={t('scanFrame')} hint={t('hintFrame')} reads="text" onRead={fill} />
}
