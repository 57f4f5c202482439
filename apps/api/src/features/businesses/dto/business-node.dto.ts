import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS } from '@roadbook/contracts'
import { OneOf, Text, Whole } from '../../../http/properties.js'

/** Business in the tree. Its counts cover the objects that belong directly to it. */
@ApiSchema({ name: 'BusinessNode' })
export class BusinessNodeDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(BUSINESS_KINDS) kind: string
  @Whole({ nullable: true }) parent_id: number | null
  @Whole({ description: 'Number of vehicles of this business itself' }) entities_count: number
  @Whole({ description: 'Number of devices of this business itself' }) devices_count: number
  @ApiProperty({ type: () => [BusinessNodeDto] }) children: BusinessNodeDto[]
}
