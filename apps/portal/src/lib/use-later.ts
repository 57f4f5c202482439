import { useEffect, useState } from 'react'
import { LIMITS } from '../config/limits.js'

/** Returns the typed text a moment after typing stopped, for searching. */
export function useLater(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
