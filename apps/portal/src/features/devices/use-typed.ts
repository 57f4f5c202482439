import { useState } from 'react'
import { useLater } from '../../lib/use-later.js'

/** What somebody types, how to say it, and the same a moment after they stop, to search by. */
export function useTyped(): [typed: string, setTyped: (text: string) => void, asked: string] {
  const [typed, setTyped] = useState('')
  return [typed, setTyped, useLater(typed)]
}
