import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger'
import { Text, Whole } from '../../../http/properties.js'

@ApiSchema({ name: 'ShopUser' })
export class ShopUserDto {
  @Whole() id: number
  @Text() email: string
  @Text() first_name: string
  @Text() last_name: string
  @Text({ description: 'Name of the role' }) role: string
}

@ApiSchema({ name: 'ShopBusiness' })
export class ShopBusinessDto {
  @Whole() id: number
  @Text() name: string
}

/** Visitor of the shop, with their business. */
@ApiSchema({ name: 'ShopVisitor' })
@ApiExtraModels(ShopBusinessDto)
export class ShopVisitorDto {
  @ApiProperty({ type: ShopUserDto }) user: ShopUserDto
  @ApiProperty({
    anyOf: [{ $ref: getSchemaPath(ShopBusinessDto) }, { type: 'null' }],
    description: 'Null for a super admin, who belongs to no business',
  })
  business: ShopBusinessDto | null
}
