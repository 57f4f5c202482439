import { useEffect, useState } from 'react'
import { LIMITS } from '../config/limits.js'

/** What somebody types, as it was a moment after they stopped: to search by. */
export function useLater(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
