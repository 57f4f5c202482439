import { useState } from 'react'

const read = (key: string): boolean => {
  try {
    return localStorage.getItem(key) === 'true'
  } catch {
    return false // storage may be blocked; the flag then lasts as long as the page
  }
}

/** A switch that is remembered in this browser. */
export function useStoredFlag(key: string): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => read(key))
  const store = (next: boolean) => {
    setValue(next)
    try {
      localStorage.setItem(key, String(next))
    } catch {
      return // as above
    }
  }
  return [value, store]
}
