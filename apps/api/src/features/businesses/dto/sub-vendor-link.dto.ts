import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsIn, IsInt, IsObject, Max, Min, ValidateNested } from 'class-validator'
import { Ids } from './link.dto.js'
import { INT4_MAX } from './write-business.dto.js'
import { ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

const SUB_VENDORS = ['vendor', 'enterprise'] as const
const LINK_TYPES = ['device', 'vehicle'] as const

@ApiSchema({ name: 'SubVendor' })
export class SubVendorDto {
  @ApiProperty({ type: 'integer' })
  @Max(INT4_MAX)
  @Min(1)
  @IsInt(says(ids('business')))
  id: number

  @ApiProperty({ type: 'string', enum: SUB_VENDORS })
  @IsIn(SUB_VENDORS)
  type: (typeof SUB_VENDORS)[number]
}

/** */
@ApiSchema({ name: 'SubVendorLink' })
export class SubVendorLinkDto {
  @ApiProperty({ type: 'string', enum: LINK_TYPES, description: 'Devices from stock, or with the vehicles that they are on' })
  @IsIn(LINK_TYPES)
  link_type: (typeof LINK_TYPES)[number]

  @ApiProperty({ type: SubVendorDto })
  @ValidateNested()
  @Type(() => SubVendorDto)
  @IsObject()
  vendor: SubVendorDto

  @Ids('devices')
  devices: number[]
}
