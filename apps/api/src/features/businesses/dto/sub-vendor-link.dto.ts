import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsIn, IsObject, ValidateNested } from 'class-validator'
import { Ids } from './link.dto.js'
import { IdField, isOneOf, WordField } from '../../../http/body-fields.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

const SUB_VENDORS = ['vendor', 'enterprise'] as const
const LINK_TYPES = ['device', 'vehicle'] as const

@ApiSchema({ name: 'SubVendor' })
export class SubVendorDto {
  @IdField('business') id: number

  @WordField(SUB_VENDORS)
  type: (typeof SUB_VENDORS)[number]
}

/** Devices to link to a sub-vendor. */
@ApiSchema({ name: 'SubVendorLink' })
export class SubVendorLinkDto {
  @ApiProperty({ type: 'string', enum: LINK_TYPES, description: 'Devices from stock, or with the vehicles that they are on' })
  @IsIn(LINK_TYPES, isOneOf(LINK_TYPES))
  link_type: (typeof LINK_TYPES)[number]

  @ApiProperty({ type: SubVendorDto })
  @ValidateNested(says(field('not-object')))
  @Type(() => SubVendorDto)
  @IsObject(says(field('not-object')))
  vendor: SubVendorDto

  @Ids('devices') devices: number[]
}
