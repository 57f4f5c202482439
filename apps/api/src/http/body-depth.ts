/**
 * Maximum nesting of a request body. No valid body is deeper. The limit is needed because later code walks through bodies
 * recursively.
 */
export const MAX_BODY_DEPTH = 16

/** Returns whether a parsed JSON value is nested deeper than {@link MAX_BODY_DEPTH}. This check does not recurse. */
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
