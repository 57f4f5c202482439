import { ApiSchema } from '@nestjs/swagger'
import { KEPT_ASIDE_FOR, MOST_PACKETS_ASIDE, type KeptAsideFor, type NetworkStanding } from '@roadbook/contracts'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/**
 * States of a newcomer's network before a person decides. A newcomer is a sender from a network that never belonged to the
 * tracker.
 */
export const NEWCOMERS_STANDINGS = ['trial', 'believed', 'disputed'] as const satisfies readonly NetworkStanding[]

/**
 * Sender that claims to be a tracker (G-105). Its data is set aside and not used until a person decides. The data of a
 * newcomer that is accepted for now is an exception: it is used.
 */
@ApiSchema({ name: 'DoubtedSender' })
export class DoubtedSenderDto {
  @Whole() id: number
  @OneOf(KEPT_ASIDE_FOR, {
    description:
      'Reason why the sender is not trusted. `protocol`: the device is bound to another protocol. `place`: the sender uses another network, and its place is one that the tracker cannot have reached. `network` and `certificate`: the device is pinned to another one. `conflict`: another sender used the IMEI at the same time. `newcomer`: the network never belonged to the tracker, and the known sender may still be active',
  })
  reason: KeptAsideFor
  @Text({ description: 'Protocol that the sender used' }) protocol: string
  @Text({ description: 'Network of the sender, in CIDR notation' }) network: string
  @Text({ nullable: true, description: 'SHA-256 of the certificate that the sender presented; null without one' }) certificate:
    | string
    | null
  @Whole({ nullable: true, description: 'Number of its packets; null while hidden' }) packets: number | null
  @Whole({
    nullable: true,
    description: `Number of packets that were not kept, because at most ${MOST_PACKETS_ASIDE} packets of a device wait for review; null while hidden`,
  })
  packets_not_kept: number | null
  @Whole({ nullable: true, description: 'Number of its fixes; null while hidden' }) fixes: number | null
  @Moment({ nullable: true, description: 'When its first packet arrived; null while hidden' }) first_at: string | null
  @Moment({ nullable: true, description: 'When its last packet arrived; null before the first, and while hidden' }) last_at:
    | string
    | null
  @Moment({ nullable: true, description: 'Time of the newest position that the sender claimed; null if unknown' }) positioned_at:
    | string
    | null
  @Decimal({ nullable: true, description: 'Degrees north of the equator (WGS 84); null if unknown or hidden' }) latitude:
    | number
    | null
  @Decimal({ nullable: true, description: 'Degrees east of Greenwich (WGS 84); null if unknown or hidden' }) longitude:
    | number
    | null
  @OneOf(NEWCOMERS_STANDINGS, {
    nullable: true,
    description:
      'State of a newcomer. `trial`: its data is set aside while the known sender may be active. `believed`: its data is used, because the known sender has been silent for longer than the tracker’s usual pauses. `disputed`: the known sender has sent again, so the newcomer’s data is not used. Null for other senders',
  })
  standing: (typeof NEWCOMERS_STANDINGS)[number] | null
  @Fact({
    description: 'True if time, number and place of the messages are null, because only the vehicle’s customer may see them',
  })
  location_hidden: boolean
}
