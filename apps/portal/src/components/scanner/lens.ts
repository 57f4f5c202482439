import { inBrowser } from '../../storage/browser-storage.js'

const chosen = inBrowser('roadbook.camera')

/** Camera of this phone or computer. */
export interface Lens {
  id: string
  /** Empty where the browser gives no name. */
  label: string
}

/**
 * Returns the camera that was chosen in this browser. A phone may offer its ultra-wide camera first, which cannot focus on a
 * label (G-54).
 */
export const storedLens = (): string | undefined => chosen.read()

/** @param id undefined clears the choice */
export const storeLens = (id: string | undefined): void => chosen.write(id)

/** Lists all cameras. Browsers name them only after the user allowed one. */
export async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
