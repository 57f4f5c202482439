import { useEffect, useState } from 'react'

/** Time in ms that the pointer must stay on a row before the line of its trip is loaded. */
const REST_MS = 150

/** Returns a value after it has stayed unchanged for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
