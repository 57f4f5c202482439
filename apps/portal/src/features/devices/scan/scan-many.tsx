import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Scanner } from '../../../components/scanner/index.js'
import { useStoredFlag } from '../../../lib/use-stored-flag.js'
import { LinkDialog } from '../dialogs/link-dialog.js'
import { RegisterDialog } from '../dialogs/register-dialog.js'
import { ScanSheet } from './scan-sheet.js'
import type { ScanList } from './use-scan-list.js'

/** Scans a box of devices label by label, then links all of them to an enterprise together (G-70). */
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

/** Tones for the result of a scan. One short high tone: the device was added. Two low tones: it is already in the list. */
const TONES = { taken: [{ hz: 1_760, atS: 0 }], again: [0, 0.16].map((atS) => ({ hz: 330, atS })) } as const
const LENGTH_S = 0.09
const LOUDNESS = 0.25

let context: AudioContext | undefined

/**
 * Plays a tone for the result of a scan, because the user looks at the box and not at the screen. Plays nothing if the browser
 * has no audio.
 */
function playTone(tone: keyof typeof TONES): void {
  if (!('AudioContext' in globalThis)) return
  context ??= new AudioContext()
  // Browsers suspend the audio context until the user interacts with the page.
  if (context.state === 'suspended') void context.resume()
  const now = context.currentTime
  for (const { hz, atS } of TONES[tone]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()]
    oscillator.frequency.value = hz
    gain.gain.value = LOUDNESS
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(now + atS)
    oscillator.stop(now + atS + LENGTH_S)
  }
}
