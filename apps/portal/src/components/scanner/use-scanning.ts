import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readImei } from './read-imei.js'
import { useCamera } from './use-camera.js'
import { useDecoding } from './use-decoding.js'

const VIBRATION_MS = 60

export interface ScanningOptions {
  /**
   * Part of a code that is reported. `imei` (default): the IMEI in a code; a code without an IMEI causes an error. `text`:
   * the whole text of any code.
   */
  reads?: 'imei' | 'text'
  /** Receives the IMEI of each code that is new in the picture. If `reads` is `text`, receives the code's text. */
  onRead: (text: string) => void
  /**
   * Keeps scanning after a code was read. Otherwise scanning stops until "Scan again", so that another code on the label does
   * not replace the code that was read.
   */
  isContinuous?: boolean
}

/** Connects the camera and its reader: reports hits, shows errors, and stops after a hit. */
export function useScanning({ reads = 'imei', onRead, isContinuous = false }: ScanningOptions) {
  const { t } = useTranslation('scanner')
  const { video, ...camera } = useCamera()
  const [isHeld, setIsHeld] = useState(false)
  const [notice, setNotice] = useState<string>()
  const [isReaderBroken, setIsReaderBroken] = useState(false)

  const readAll = (texts: readonly string[]) =>
    reads === 'imei' ? texts.map(readImei).filter((imei) => imei !== undefined) : texts
  /** Reports the codes that the caller wants. Returns true if scanning stops after them. */
  const take = (texts: readonly string[], nothing: string | undefined): boolean => {
    const found = readAll(texts)
    const isHit = found.length > 0
    setNotice(isHit ? undefined : nothing)
    if (!isHit) return false
    setIsHeld(!isContinuous)
    if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS)
    for (const one of isContinuous ? new Set(found) : found.slice(0, 1)) onRead(one)
    return !isContinuous
  }
  useDecoding({
    video,
    isActive: camera.phase === 'running' && !isHeld && !isReaderBroken,
    meaningOf: (text) => (reads === 'imei' ? (readImei(text) ?? text) : text),
    // A label has other codes besides the wanted code. They cause no error while the wanted code is in the picture.
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
