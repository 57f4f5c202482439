/** No body of ours is nested deeper; what walks bodies later does so by recursion. */
export const MAX_BODY_DEPTH = 16

/** Whether a parsed JSON value is nested deeper than {@link MAX_BODY_DEPTH}. Walks without recursion itself. */
export function isTooDeep(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_BODY_DEPTH) return true
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value as Record<string, unknown>) : [],
    )
  }
  return false
}
