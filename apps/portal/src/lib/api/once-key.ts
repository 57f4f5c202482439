import { useRef } from 'react'

/**
 * Keys for the `Idempotency-Key` header (G-30): the same body sent again, after a time-out for one, carries the same key, so that the
 * server does it once; another body carries another key.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
