import { useEffect, useState } from 'react'

/** Time in ms, long enough to pass over a row without loading its line. */
const REST_MS = 150

/** Returns a value once it has stayed unchanged for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
