import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Scanner } from '../../../components/scanner/index.js'
import type { FoundDevice } from '../queries/install-queries.js'
import { FoundSheet } from './found-sheet.js'

interface ScanLayerProps {
  /** `new` for a tracker to be installed, `old` for one that is on a vehicle. */
  wants: 'new' | 'old'
  /** The tracker's data is absent offline. */
  onUse: (imei: string, device: FoundDevice | undefined) => void
  onType: () => void
  onClose: () => void
}

/** Full-screen camera that shows the recognised tracker at the bottom (R-102, mock 07). */
export function ScanLayer({ wants, onUse, onType, onClose }: ScanLayerProps) {
  const { t } = useTranslation('installMobile')
  const [read, setRead] = useState<string>() // always an IMEI, because the scanner returns nothing else
  return (
    <Scanner
      title={t(wants === 'old' ? 'scan.oldTitle' : 'scan.title')}
      hint={t('scan.hint')}
      onRead={setRead}
      onClose={onClose}
      onType={onType}
    >
      {read !== undefined && <FoundSheet key={read} imei={read} wants={wants} onUse={onUse} />}
    </Scanner>
  )
}
