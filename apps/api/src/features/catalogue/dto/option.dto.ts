import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Text, Whole } from '../../../http/properties.js'

/** Option of a dropdown (G-28). */
@ApiSchema({ name: 'Option' })
export class OptionDto {
  @Whole() id: number
  @Text() name: string
}

@ApiSchema({ name: 'BrandOption' })
export class BrandOptionDto extends OptionDto {
  @ApiProperty({ type: [OptionDto] }) models: OptionDto[]
}

/** All words that a vehicle's form offers. Each list is ordered by name. */
@ApiSchema({ name: 'VehicleWords' })
export class VehicleWordsDto {
  @ApiProperty({ type: [BrandOptionDto] }) brands: BrandOptionDto[]
  @ApiProperty({ type: [OptionDto] }) colors: OptionDto[]
  @ApiProperty({ type: [BrandOptionDto] }) engine_brands: BrandOptionDto[]
  @ApiProperty({ type: [OptionDto] }) power_units: OptionDto[]
}

@ApiSchema({ name: 'TypeOption' })
export class TypeOptionDto extends OptionDto {
  @Text({ description: 'Code of the vehicle type (R-166)' }) vehicle_type: string
}

@ApiSchema({ name: 'TagOption' })
export class TagOptionDto extends OptionDto {
  @Text() type: string
}

@ApiSchema({ name: 'BusinessOption' })
export class BusinessOptionDto extends OptionDto {
  @Text({ description: 'vendor, enterprise, company or department' }) type: string
}

@ApiSchema({ name: 'CountryOption' })
export class CountryOptionDto {
  @Text({ description: 'ISO 3166-1, two letters' }) id: string
  @Text({ description: 'Name in the language of the request' }) name: string
}

/** Kind of report in a list of options. */
@ApiSchema({ name: 'ReportOption' })
export class ReportOptionDto {
  @Text({ description: 'periodic, individual or multiple' }) id: string
  @Text({ description: 'Name in the language of the request' }) name: string
}

@ApiSchema({ name: 'EntityOption' })
export class EntityOptionDto extends OptionDto {
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle' }) imei: string | null
  @Text({ nullable: true }) license_plate: string | null
}

@ApiSchema({ name: 'RoleOption' })
export class RoleOptionDto extends OptionDto {
  @Text() key: string
}

/** Target group with its size. Users see the size before they choose the group (G-58). */
@ApiSchema({ name: 'TargetGroupOption' })
export class TargetGroupOptionDto extends OptionDto {
  @Whole() entities_count: number
}
