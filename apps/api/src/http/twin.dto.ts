import { ApiSchema } from '@nestjs/swagger'
import { Fact, Text, Whole } from './properties.js'

/** Vehicle that already has the same frame number or licence plate as another one. */
@ApiSchema({ name: 'Twin' })
export class TwinDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) frame_number: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text() business_name: string
  @Fact({ description: 'True if it has the same frame number, in whatever form' }) same_frame_number: boolean
  @Fact({ description: 'True if it has the same license plate, in whatever form' }) same_license_plate: boolean
}
