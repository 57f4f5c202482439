import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger'
import { Fact, Text, Whole } from '../../../http/properties.js'
import { ConsentDto } from './consent.dto.js'

/** Vehicle of a tracker. It states whether the vehicle's customer permits others to see its location. */
@ApiSchema({ name: 'ConsumerEntity' })
@ApiExtraModels(ConsentDto)
export class ConsumerEntityDto {
  @Whole() entity_id: number
  @Text() entity_name: string
  @Text() imei: string
  @Fact({ description: 'True if the vehicle is a customer’s. Otherwise nothing is hidden, and no consent is needed' })
  is_consumer: boolean
  @Text({ nullable: true, description: 'Null if the vehicle has no customer' }) customer_name: string | null
  @Fact({ description: 'True if the customer has a mail address to which a request can be sent' }) has_email: boolean
  @Fact({ description: 'True if position, trips and address are hidden from the caller now. They are then null' })
  location_hidden: boolean
  @Whole({ description: 'Duration of a consent in minutes' }) consent_minutes: number
  @ApiProperty({
    anyOf: [{ $ref: getSchemaPath(ConsentDto) }, { type: 'null' }],
    description: 'The newest consent; null without one',
  })
  consent: ConsentDto | null
}
