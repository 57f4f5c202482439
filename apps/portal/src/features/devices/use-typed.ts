import { useState } from 'react'
import { useLater } from '../../lib/use-later.js'

/**
 * Returns the typed text, a function to set it, and a copy for searching that is updated shortly after the user stops typing.
 */
export function useTyped(): [typed: string, setTyped: (text: string) => void, asked: string] {
  const [typed, setTyped] = useState('')
  return [typed, setTyped, useLater(typed)]
}
