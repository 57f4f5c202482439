import { useRef } from 'react'

/** Returns the idempotency header. A write with the same key takes effect once, however often it is sent (G-30). */
export const once = (key: string) => ({ 'idempotency-key': key })

/** Returns the precondition header. The write fails with 412 if another user changed the data since it was read (G-29). */
export const unchanged = ({ updated_at }: { updated_at: string }) => ({ 'if-match': `W/"${updated_at}"` })

/**
 * Returns a function that provides keys for {@link once}. If the same body is sent again, for example after a time-out, the
 * key is the same, so that the write takes effect only once. A different body gets a new key.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    // `undefined` cannot be written as JSON, so `null` is used instead.
    const text = JSON.stringify(body ?? null)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
