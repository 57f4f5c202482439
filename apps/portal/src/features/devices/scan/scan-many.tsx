import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Scanner } from '../../../components/scanner/index.js'
import { useStoredFlag } from '../../../lib/use-stored-flag.js'
import { LinkDialog } from '../dialogs/link-dialog.js'
import { RegisterDialog } from '../dialogs/register-dialog.js'
import { ScanSheet } from './scan-sheet.js'
import { playTone } from './tones.js'
import type { ScanList } from './use-scan-list.js'

/** G-70: a box of devices, one label after the other, then one link to an enterprise for all of them. */
export function ScanMany({ list, onClose }: { list: ScanList; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const [isMuted, setIsMuted] = useStoredFlag('roadbook.scan-muted')
  const [isLinking, setIsLinking] = useState(false)
  const [registered, setRegistered] = useState<readonly string[]>()
  const typed = useRef<HTMLInputElement>(null)
  const take = (imei: string) => {
    const isNew = list.add(imei)
    if (!isMuted) playTone(isNew ? 'taken' : 'again')
  }
  if (registered) return <RegisterDialog imeis={registered} onClose={() => setRegistered(undefined)} />
  if (isLinking)
    return (
      <LinkDialog
        imeis={list.scanned.map(({ imei }) => imei)}
        onLinked={() => {
          list.clear()
          onClose()
        }}
        onClose={() => setIsLinking(false)}
      />
    )
  return (
    <Scanner
      isContinuous
      title={t('scan.title')}
      hint={t('scan.hint')}
      onRead={take}
      onType={() => typed.current?.focus()}
      onClose={onClose}
    >
      <ScanSheet
        scanned={list.scanned}
        typedRef={typed}
        isMuted={isMuted}
        onMuted={setIsMuted}
        onImei={take}
        onRemove={list.remove}
        onLink={() => setIsLinking(true)}
        onRegister={setRegistered}
      />
    </Scanner>
  )
}
