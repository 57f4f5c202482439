import { FORWARDED_NETWORK, type KeptAsideFor } from '@roadbook/contracts'
import type { Belief } from '../beliefs.js'
import { networkAround } from '../networks.js'
import type { Origin } from '../networks-of-senders.js'
import { missingPin } from '../pins.js'
import type { Speaker } from '../presence.js'
import type { Tracker } from '../registry/device-directory.js'
import type { SessionContext } from '../session-context.js'

/** The sender of one forwarded packet. It is checked in the same way as a tracker on its own connection. */
export class ForwardedSpeaker implements Speaker {
  readonly imei: string
  readonly belief: Belief
  readonly origin: Origin
  readonly clientCertificate = undefined
  readonly isPinned: boolean
  readonly keptAsideFor: KeptAsideFor | undefined
  readonly isQuarantined: boolean

  constructor(
    readonly identity: string,
    readonly protocol: { readonly name: string },
    readonly remoteAddress: string,
    tracker: Tracker | 'known',
    { beliefs, now }: Pick<SessionContext, 'beliefs' | 'now'>,
  ) {
    this.imei = tracker === 'known' ? identity : tracker.imei
    this.belief = beliefs.of(this.imei)
    this.origin = { network: networkAround(remoteAddress), carrier: FORWARDED_NETWORK }
    this.isPinned = tracker !== 'known' && (tracker.sourceNetwork ?? tracker.clientCertificate) !== undefined
    const pin = tracker === 'known' ? undefined : missingPin(tracker, { remoteAddress })
    this.keptAsideFor = pin ?? (this.belief.maySpeak(protocol.name) ? undefined : 'protocol')
    const standing = this.isPinned ? 'known' : this.belief.standingOf(FORWARDED_NETWORK, now())
    this.isQuarantined = this.keptAsideFor !== undefined || (standing !== 'known' && standing !== 'believed')
  }
}
