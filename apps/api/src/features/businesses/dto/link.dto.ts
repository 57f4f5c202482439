import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IdField, IdsField } from '../../../http/body-fields.js'
import { ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { ids } from '../../../texts/platform.js'
import { Sentence } from '../../../texts/sentence.js'
import { say } from '../texts.js'

/** Maximum objects that one call may link. */
export const MAX_LINKED = 1_000

export const Ids = (what: 'devices' | 'entities' | 'users') => IdsField(what, { max: MAX_LINKED, none: ids(`no-${what}`) })

@ApiSchema({ name: 'LinkEntities' })
export class LinkEntitiesDto {
  @Ids('entities') entities: number[]
}

/** Entities to attach to a vendor. */
@ApiSchema({ name: 'AttachToVendor' })
export class AttachToVendorDto extends LinkEntitiesDto {
  @IdField('vendor') vendor_id: number
}

@ApiSchema({ name: 'LinkUsers' })
export class LinkUsersDto {
  @Ids('users') users: number[]
}

@ApiSchema({ name: 'LinkDevices' })
export class LinkDevicesDto {
  @Ids('devices') devices: number[]
}

/** Reasons why an object was not linked. The keys never change, so that clients can translate the reasons. */
export const LINK_FAILURES = {
  not_found: say('link-not-found'),
  on_vehicle: say('link-on-vehicle'),
  customer_has_other_vehicles: say('link-customer-elsewhere'),
  own_account: say('link-own-account'),
  holds_more: say('link-holds-more'),
} as const
export type LinkFailure = keyof typeof LINK_FAILURES

@ApiSchema({ name: 'FailedLink' })
export class FailedLinkDto {
  @Whole() id: number
  @OneOf(Object.keys(LINK_FAILURES)) reason: string
  @Text() message: Sentence
}

/** Outcome for each object. */
@ApiSchema({ name: 'LinkResult' })
export class LinkResultDto {
  @ListOf('integer', { description: 'Ids that belong to the business now' }) linked: number[]
  @ApiProperty({ type: [FailedLinkDto] }) failed: FailedLinkDto[]
  @Text({ nullable: true, description: 'Message with the number of failures; null if there are none' }) message: Sentence | null
}
