import type { Protocol } from '@roadbook/protocols'

/** Number of first bytes with which every protocol can be recognised. */
const SNIFF_BYTES = 20

/** Recognises a connection's protocol by its first bytes. */
export function recogniseProtocol(protocols: readonly Protocol[], head: Buffer): Protocol | 'more' | 'unknown' {
  let undecided = false
  for (const protocol of protocols) {
    const answer = protocol.sniff(head)
    if (answer === 'yes') return protocol
    if (answer === 'more') undecided = true
  }
  return undecided && head.length < SNIFF_BYTES ? 'more' : 'unknown'
}
