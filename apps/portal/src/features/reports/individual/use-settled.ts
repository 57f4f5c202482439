import { useEffect, useState } from 'react'

/** Long enough to pass over a row without asking for its line. */
const REST_MS = 150

/** A value once it has stayed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
