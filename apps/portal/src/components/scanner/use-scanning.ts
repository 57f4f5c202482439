import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readImei } from './read-imei.js'
import { useCamera } from './use-camera.js'
import { useDecoding } from './use-decoding.js'

const VIBRATION_MS = 60

export interface ScanningOptions {
  /** What is looked for: the IMEI in a code (default), or the whole text of any code. A code without it is said to be wrong, and not told. */
  reads?: 'imei' | 'text'
  /** Of each code that came into sight: its IMEI, or its text where `reads` says so. */
  onRead: (text: string) => void
  /** Goes on after a hit. Else it holds still until "Scan again", so that nothing else on the label replaces what was read. */
  isContinuous?: boolean
}

/** The camera with what reads its picture: tells what it finds, says what was wrong with a code, and holds still after a hit. */
export function useScanning({ reads = 'imei', onRead, isContinuous = false }: ScanningOptions) {
  const { t } = useTranslation('scanner')
  const { video, ...camera } = useCamera()
  const [isHeld, setIsHeld] = useState(false)
  const [notice, setNotice] = useState<string>()
  const [isReaderBroken, setIsReaderBroken] = useState(false)

  const readAll = (texts: readonly string[]) =>
    reads === 'imei' ? texts.map(readImei).filter((imei) => imei !== undefined) : texts
  const take = (texts: readonly string[], nothing: string | undefined) => {
    const found = readAll(texts)
    const isHit = found.length > 0
    setNotice(isHit ? undefined : nothing)
    if (!isHit) return
    setIsHeld(!isContinuous)
    if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS)
    for (const one of isContinuous ? new Set(found) : found.slice(0, 1)) onRead(one)
  }
  useDecoding({
    video,
    isActive: camera.phase === 'running' && !isHeld && !isReaderBroken,
    meaningOf: (text) => (reads === 'imei' ? (readImei(text) ?? text) : text),
    // Beside the one that counts a label has codes that do not.
    onCodes: (fresh, inSight) => take(fresh, readAll(inSight).length > 0 ? undefined : t('noImei')),
    onFailure: () => setIsReaderBroken(true),
  })
  return {
    video,
    camera,
    isHeld,
    notice,
    trouble: isReaderBroken ? ('reader' as const) : camera.error,
    takePhoto: (texts: readonly string[]) => take(texts, t(texts.length === 0 ? 'photoNothing' : 'noImei')),
    again: () => {
      setNotice(undefined)
      setIsHeld(false)
    },
    retry: () => {
      setIsReaderBroken(false)
      camera.retry()
    },
  }
}
