import { useTranslation } from 'react-i18next'
import { ScanButton } from '../../../../components/scanner/index.js'
import type { InstallFormApi } from '../../form/use-fields.js'

/** Most that a frame number may have. */
const FRAME_CHARACTERS = 50

/** In the field of the frame number: takes it from the code on the frame, whatever stands in it. */
export function FrameScan({ form }: { form: InstallFormApi }) {
  const { t } = useTranslation('scanner')
  const fill = (text: string) =>
    form.setValue('frame_number', text.trim().slice(0, FRAME_CHARACTERS), { shouldValidate: true, shouldDirty: true })
  return <ScanButton label={t('scanFrame')} hint={t('hintFrame')} reads="text" onRead={fill} />
}
