/** A moment as the API tells it: ISO 8601, UTC, milliseconds. */
export function iso(time: Date): string
export function iso(time: Date | null): string | null
export function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
