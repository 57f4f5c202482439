import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Scanner } from '../../../components/scanner/index.js'
import type { FoundDevice } from '../queries/install-queries.js'
import { FoundSheet } from './found-sheet.js'

interface ScanLayerProps {
  /** `new`: a tracker to be installed; `old`: one that is on a vehicle already. */
  wants: 'new' | 'old'
  /** The tracker is absent where there is no connection to ask over. */
  onUse: (imei: string, device: FoundDevice | undefined) => void
  onType: () => void
  onClose: () => void
}

/** The camera over everything, and at its foot which tracker it sees (R-102, mock 07). */
export function ScanLayer({ wants, onUse, onType, onClose }: ScanLayerProps) {
  const { t } = useTranslation('installMobile')
  const [read, setRead] = useState<string>() // an IMEI: the scanner tells nothing else
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
