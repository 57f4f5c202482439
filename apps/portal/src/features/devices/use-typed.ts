import { useState } from 'react'
import { useLater } from '../../lib/use-later.js'

/** Holds the typed text, and a copy that follows shortly after typing stops, for searching. */
export function useTyped(): [typed: string, setTyped: (text: string) => void, asked: string] {
  const [typed, setTyped] = useState('')
  return [typed, setTyped, useLater(typed)]
}
