import { useState } from 'react'

/** A device that was held before the camera, or typed. */
export interface Scanned {
  imei: string
  /** How often it came again after the first time. */
  repeats: number
}

export interface ScanList {
  /** The latest first. */
  scanned: readonly Scanned[]
  /** @returns whether it was not in the list yet */
  add: (imei: string) => boolean
  remove: (imei: string) => void
  clear: () => void
}

const NONE: readonly Scanned[] = []

/** What was collected; lives as long as the screen behind the camera, so that a closed scanner loses nothing. */
export function useScanList(): ScanList {
  const [scanned, setScanned] = useState(NONE)
  return {
    scanned,
    add: (imei) => {
      const isNew = !scanned.some((one) => one.imei === imei)
      setScanned((list) =>
        list.some((one) => one.imei === imei)
          ? list.map((one) => (one.imei === imei ? { ...one, repeats: one.repeats + 1 } : one))
          : [{ imei, repeats: 0 }, ...list],
      )
      return isNew
    },
    remove: (imei) => setScanned((list) => list.filter((one) => one.imei !== imei)),
    clear: () => setScanned(NONE),
  }
}
