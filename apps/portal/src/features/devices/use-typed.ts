import { useState } from 'react'
import { useLater } from '../../lib/use-later.js'

/** Holds the typed text, and a copy for searching that is updated shortly after typing stops. */
export function useTyped(): [typed: string, setTyped: (text: string) => void, asked: string] {
  const [typed, setTyped] = useState('')
  return [typed, setTyped, useLater(typed)]
}
