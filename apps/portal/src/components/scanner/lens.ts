import { inBrowser } from '../../storage/browser-storage.js'

const chosen = inBrowser('roadbook.camera')

/** One of the cameras of this phone or computer. */
export interface Lens {
  id: string
  /** Empty where the browser does not tell. */
  label: string
}

/** The camera that was chosen in this browser: a phone may offer its ultra-wide one first, which cannot focus on a label (G-54). */
export const storedLens = (): string | undefined => chosen.read()

/** @param id undefined forgets the choice */
export const storeLens = (id: string | undefined): void => chosen.write(id)

/** All cameras; browsers name them only after one was allowed. */
export async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
