import { useState } from 'react'

/** A device that was scanned or typed. */
export interface Scanned {
  imei: string
  /** Number of times that the device was scanned again. */
  repeats: number
}

export interface ScanList {
  /** Scanned devices, newest first. */
  scanned: readonly Scanned[]
  /** @returns true if the IMEI was not in the list yet */
  add: (imei: string) => boolean
  remove: (imei: string) => void
  clear: () => void
}

const NONE: readonly Scanned[] = []

/**
 * Stores the scanned devices. The list belongs to the screen behind the camera, so that nothing is lost when the scanner
 * closes.
 */
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
