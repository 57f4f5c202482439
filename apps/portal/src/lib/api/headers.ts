import { useRef } from 'react'

/** Idempotency header: a write with the same key takes effect once, however often it is sent (G-30). */
export const once = (key: string) => ({ 'idempotency-key': key })

/** Precondition header: the write fails with 412 if somebody changed the data since it was read (G-29). */
export const unchanged = ({ updated_at }: { updated_at: string }) => ({ 'if-match': `W/"${updated_at}"` })

/**
 * Returns a function that provides keys for {@link once}. Sending the same body again, for example after a time-out, reuses its
 * key, so that the server acts only once. Another body has another key.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    // `undefined` has no JSON form.
    const text = JSON.stringify(body ?? null)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
