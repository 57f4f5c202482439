import { aFix } from '@roadbook/testing'
import type { Protocol } from '@roadbook/protocols'

const NOW = Date.UTC(2026, 0, 1)

/** Returns the identifier that a simulated tracker sends in its frames: its IMEI, or a number of the maker. */
export function identityOf(protocol: Protocol, imei: string): string {
  for (const bytes of [protocol.tracker!.login?.(imei), protocol.tracker!.packet(imei, [aFix({ positionedAt: NOW })])]) {
    if (!bytes) continue
    const cut = protocol.frame(bytes)
    if (cut === 'more' || 'kind' in cut) throw new Error(`${protocol.name} does not cut its own frame`)
    const decoded = protocol.decode(cut.frame, { now: NOW })
    if ('identity' in decoded && decoded.identity !== undefined) return decoded.identity
  }
  throw new Error(`a ${protocol.name} tracker does not say who it is`)
}
