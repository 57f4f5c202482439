import { useRef } from 'react'

/** A write that is done once, however often it is sent with this key (G-30). */
export const once = (key: string) => ({ 'idempotency-key': key })

/** A write about the state that was read: it fails with 412 where somebody changed it since (G-29). */
export const unchanged = ({ updated_at }: { updated_at: string }) => ({ 'if-match': `W/"${updated_at}"` })

/**
 * Keys for {@link once}: the same body sent again, after a time-out for one, carries the same key, so that the
 * server does it once; another body carries another key.
 */
export function useOnceKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string }>(undefined)
  return (body) => {
    // Of nothing there is no JSON.
    const text = JSON.stringify(body ?? null)
    if (last.current?.text !== text) last.current = { text, key: crypto.randomUUID() }
    return last.current.key
  }
}
