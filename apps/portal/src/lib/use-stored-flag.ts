import { useState } from 'react'
import { inBrowser } from '../storage/browser-storage.js'

/** A switch that is remembered in this browser. */
export function useStoredFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => inBrowser(key).read() === 'true')
  const store = (next: boolean) => {
    setValue(next)
    inBrowser(key).write(String(next))
  }
  return [value, store]
}
