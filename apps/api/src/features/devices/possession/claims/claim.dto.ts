import { ApiSchema, PickType } from '@nestjs/swagger'
import { OptionalIdField } from '../../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../../http/properties.js'
import { CreateDeviceDto } from '../../dto/write-device.dto.js'
import { ANSWERED_AS, TOLD_OUTCOMES } from './challenge.js'

export const CLAIM_STATES = ['waiting', 'shown', 'registered', 'refused', 'withdrawn'] as const

/** Request to register an IMEI. The request waits until the claimant shows that they have the tracker (G-109). */
@ApiSchema({ name: 'DeviceClaim' })
export class DeviceClaimDto {
  @Whole() id: number
  @Text() imei: string
  @Text({ nullable: true, description: 'Null if not entered' }) title: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) description: string | null
  @Text({ nullable: true, description: 'Model of the tracker; null if not entered' }) model: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) iccid: string | null
  @OneOf(CLAIM_STATES, {
    description:
      'State of the claim. `shown`: a sender with the tracker’s IMEI answered a challenge. Only users who see all businesses get this state, because they decide. For other users the claim stays `waiting`, whatever the outcome of the challenge, and whether or not another business has the tracker',
  })
  state: (typeof CLAIM_STATES)[number]
  @Whole() business_id: number
  @Text() business_name: string
  @Text({ nullable: true, description: 'Name of the user who made the claim; null if the caller may not see that user' })
  created_by: string | null
  @Whole({ nullable: true, description: 'Id of the device that the claim became; null until then' }) device_id: number | null
  @OneOf(['off', 'on', 'ended'], {
    nullable: true,
    description:
      'State of the newest challenge: keep the tracker switched off, switch it on, or done; null before the first challenge',
  })
  challenge: 'off' | 'on' | 'ended' | null
  @OneOf(TOLD_OUTCOMES, {
    nullable: true,
    description:
      'Outcome of the newest challenge after its end. Users who do not see all businesses get only `interrupted` or null',
  })
  challenge_outcome: (typeof TOLD_OUTCOMES)[number] | null
  @OneOf(ANSWERED_AS, {
    nullable: true,
    description:
      'Sender that answered the challenge. `known`: from the tracker’s known network. `newcomer`: from another network, so it may be a forgery. `unregistered`: no business has the tracker, so any sender may have answered. Null without an answer, and for users who do not see all businesses',
  })
  answered_as: (typeof ANSWERED_AS)[number] | null
  @Text({
    nullable: true,
    description:
      'Address or network of the sender that answered, unless the sender is `known`; only for users who see all businesses; null otherwise',
  })
  answered_from: string | null
  @Moment({ nullable: true, description: 'Time at which to switch the tracker on; null until it is set' }) on_at: string | null
  @Moment({ nullable: true, description: 'Deadline for the tracker to connect; null until it is set' }) challenge_ends_at:
    | string
    | null
  @Text({ nullable: true, description: 'Business that has the device; only for users who see all businesses; null otherwise' })
  held_by: string | null
  @Text({
    nullable: true,
    description: 'Business to which the tracker was delivered; only for users who see all businesses; null otherwise',
  })
  delivered_to: string | null
  @Moment() created_at: string
  @Moment() updated_at: string
}

/** Data for registering a device. It has only the fields that are known before the device arrives. */
@ApiSchema({ name: 'CreateDeviceClaim' })
export class CreateDeviceClaimDto extends PickType(CreateDeviceDto, ['imei', 'title', 'description', 'model', 'iccid'] as const) {
  @OptionalIdField('business', 'Id of the business that will own the device. Default: the business of the caller')
  business_id?: number | null
}
