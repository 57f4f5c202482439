import { useState } from 'react'
import { inBrowser } from '../storage/browser-storage.js'

/** Holds a switch that is stored in this browser. */
export function useStoredFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => inBrowser(key).read() === 'true')
  const store = (next: boolean) => {
    setValue(next)
    inBrowser(key).write(String(next))
  }
  return [value, store]
}
