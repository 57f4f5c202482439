import { inBrowser } from '../../storage/browser-storage.js'

const chosen = inBrowser('roadbook.camera')

/** Camera of this phone or computer. */
export interface Lens {
  id: string
  /** Name of the camera. Empty if the browser gives none. */
  label: string
}

/**
 * Returns the camera that the user chose in this browser. The choice is needed because a phone may offer its ultra-wide camera
 * first, and that camera cannot focus on a label (G-54).
 */
export const storedLens = (): string | undefined => chosen.read()

/** Stores the choice of camera. @param id undefined clears the choice */
export const storeLens = (id: string | undefined): void => chosen.write(id)

/** Lists all cameras. Browsers return the cameras' names only after the user allowed the use of a camera. */
export async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
