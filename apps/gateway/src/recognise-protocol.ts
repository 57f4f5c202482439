import type { Protocol } from '@roadbook/protocols'

/** No protocol needs more of a connection's first bytes to tell itself from the others. */
const SNIFF_BYTES = 20

/** Which protocol a connection speaks, by its first bytes. */
export function recogniseProtocol(protocols: readonly Protocol[], head: Buffer): Protocol | 'more' | 'unknown' {
  let undecided = false
  for (const protocol of protocols) {
    const answer = protocol.sniff(head)
    if (answer === 'yes') return protocol
    if (answer === 'more') undecided = true
  }
  return undecided && head.length < SNIFF_BYTES ? 'more' : 'unknown'
}
