const KEY = 'roadbook.camera'

/** One of the cameras of this phone or computer. */
export interface Lens {
  id: string
  /** Empty where the browser does not tell. */
  label: string
}

/** The camera that was chosen in this browser: a phone may offer its ultra-wide one first, which cannot focus on a label (G-54). */
export function storedLens(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined // storage may be blocked; the choice then lasts as long as the scanner
  }
}

/** @param id undefined forgets the choice */
export function storeLens(id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    return // as above
  }
}

/** All cameras; browsers name them only after one was allowed. */
export async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, label }))
}
