import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, Max, Min } from 'class-validator'
import { IdField } from '../../../http/body-fields.js'
import { ListOf, OneOf, Text, Whole } from '../../../http/properties.js'
import { INT4_MAX } from './write-business.dto.js'
import { ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

/** Objects that one call may link. */
export const MAX_LINKED = 1_000

export const Ids = (what: string): PropertyDecorator => {
  const rules = [
    ApiProperty({
      type: 'array',
      items: { type: 'integer' },
      minItems: 1,
      maxItems: MAX_LINKED,
      uniqueItems: true,
      description: `Ids of ${what}`,
    }),
    Max(INT4_MAX, { each: true }),
    Min(1, { each: true }),
    IsInt({ each: true, ...says(ids('some')) }),
    ArrayUnique(says(ids('once'))),
    ArrayMaxSize(MAX_LINKED),
    ArrayMinSize(1, { message: `must name ${what}` }),
    IsArray(says(ids('list'))),
  ]
  return (target, property) => rules.forEach((rule) => rule(target, property))
}

@ApiSchema({ name: 'LinkEntities' })
export class LinkEntitiesDto {
  @Ids('entities')
  entities: number[]
}

/** */
@ApiSchema({ name: 'AttachToVendor' })
export class AttachToVendorDto extends LinkEntitiesDto {
  @IdField('vendor')
  vendor_id: number
}

@ApiSchema({ name: 'LinkUsers' })
export class LinkUsersDto {
  @Ids('users')
  users: number[]
}

@ApiSchema({ name: 'LinkDevices' })
export class LinkDevicesDto {
  @Ids('devices')
  devices: number[]
}

/** Why something was not linked; stable, so that clients can translate it. */
export const LINK_FAILURES = {
  not_found: 'There is no such object',
  on_vehicle: 'It is on a vehicle; link the vehicle',
  customer_has_other_vehicles: 'Its customer has other vehicles at another business',
  own_account: 'It is your own account',
  holds_more: 'This user holds rights that you do not hold',
} as const
export type LinkFailure = keyof typeof LINK_FAILURES

@ApiSchema({ name: 'FailedLink' })
export class FailedLinkDto {
  @Whole()
  id: number
  @OneOf(Object.keys(LINK_FAILURES))
  reason: string
  @Text()
  message: string
}

/** What became of each object. */
@ApiSchema({ name: 'LinkResult' })
export class LinkResultDto {
  @ListOf('integer', { description: 'Ids that belong to the business now' })
  linked: number[]
  @ApiProperty({ type: [FailedLinkDto] })
  failed: FailedLinkDto[]
  @Text({ nullable: true, description: 'How many failed; null when none did' })
  message: string | null
}
