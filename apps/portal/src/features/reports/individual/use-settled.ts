import { useEffect, useState } from 'react'

/** Time in ms that the pointer must rest on a row. Passing over a row does not load the line of its trip. */
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
