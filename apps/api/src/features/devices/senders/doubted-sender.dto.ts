import { ApiSchema } from '@nestjs/swagger'
import { KEPT_ASIDE_FOR, MOST_PACKETS_ASIDE, type KeptAsideFor, type NetworkStanding } from '@roadbook/contracts'
import { Decimal, Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

/**
 * States of a newcomer's network before a person decides. A newcomer is a sender from a network that never belonged to the
 * tracker.
 */
export const NEWCOMERS_STANDINGS = ['trial', 'believed', 'disputed'] as const satisfies readonly NetworkStanding[]

/**
 * Sender that claims to be a tracker (G-105). Its data is set aside until a person decides, and is not used. Exception: the
 * data of a newcomer that is accepted for now is used.
 */
@ApiSchema({ name: 'DoubtedSender' })
export class DoubtedSenderDto {
  @Whole() id: number
  @OneOf(KEPT_ASIDE_FOR, {
    description:
      'protocol: not the one that the device is bound to; place: from another network, at a place that the tracker cannot have reached; network, certificate: not the one that the device is pinned to; conflict: while another sender held the IMEI; newcomer: from a network that never belonged to the tracker, while the known sender may still be active',
  })
  reason: KeptAsideFor
  @Text({ description: 'Protocol that the sender used' }) protocol: string
  @Text({ description: 'Network of the sender, in CIDR notation' }) network: string
  @Text({ nullable: true, description: 'SHA-256 of the certificate that it showed' }) certificate: string | null
  @Whole({ nullable: true }) packets: number | null
  @Whole({
    nullable: true,
    description: `Number of packets that were not kept, because at most ${MOST_PACKETS_ASIDE} packets of a device wait for review`,
  })
  packets_not_kept: number | null
  @Whole({ nullable: true }) fixes: number | null
  @Moment({ nullable: true, description: 'When its first packet arrived' }) first_at: string | null
  @Moment({ nullable: true, description: 'When its last packet arrived' }) last_at: string | null
  @Moment({ nullable: true, description: 'Time of the newest position that the sender claimed' }) positioned_at: string | null
  @Decimal({ nullable: true }) latitude: number | null
  @Decimal({ nullable: true }) longitude: number | null
  @OneOf(NEWCOMERS_STANDINGS, {
    nullable: true,
    description:
      'State of a newcomer. trial: kept aside while the known sender may be active; believed: counts since the known sender has been silent for longer than the rhythm of the tracker; disputed: the known sender sent again, so nothing of the newcomer counts',
  })
  standing: (typeof NEWCOMERS_STANDINGS)[number] | null
  @Fact({
    description: 'True if time, number and place of the messages are null, because only the vehicle’s customer may see them',
  })
  location_hidden: boolean
}
