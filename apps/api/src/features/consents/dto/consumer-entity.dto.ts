import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger'
import { Fact, Text, Whole } from '../../../http/properties.js'
import { ConsentDto } from './consent.dto.js'

/** Vehicle of a tracker, and whether its customer permits seeing its location. */
@ApiSchema({ name: 'ConsumerEntity' })
@ApiExtraModels(ConsentDto)
export class ConsumerEntityDto {
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text() imei: string
  @Fact({ description: 'Whether it is a customer’s; if not, nothing is hidden and nobody need consent' }) is_consumer: boolean
  @Text({ nullable: true }) customer_name: string | null
  @Fact({ description: 'Whether the customer can be asked by mail' }) has_email: boolean
  @Fact({ description: 'Whether position, trips and address are null for the caller now' }) location_hidden: boolean
  @Whole({ description: 'How long a consent lasts' }) consent_minutes: number
  @ApiProperty({ anyOf: [{ $ref: getSchemaPath(ConsentDto) }, { type: 'null' }], description: 'The newest' })
  consent: ConsentDto | null
}
