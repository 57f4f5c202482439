/** Returns a time as the API sends it: ISO 8601, UTC, milliseconds. */
export function iso(time: Date): string
export function iso(time: Date | null): string | null
export function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
