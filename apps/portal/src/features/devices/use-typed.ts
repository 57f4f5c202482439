import { useEffect, useState } from 'react'
import { LIMITS } from '../../config/limits.js'

/** What somebody types, how to say it, and the same a moment after they stop, to search by. */
export function useTyped(): [typed: string, setTyped: (text: string) => void, asked: string] {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), LIMITS.searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped, asked]
}
