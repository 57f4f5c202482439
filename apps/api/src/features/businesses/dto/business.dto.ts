import { ApiSchema } from '@nestjs/swagger'
import { BUSINESS_KINDS } from '@roadbook/contracts'
import { Fact, Moment, OneOf, Text, Whole } from '../../../http/properties.js'

const CONTRACT = { nullable: true, description: 'Null unless a super admin asks' }

/** Business. */
@ApiSchema({ name: 'Business' })
export class BusinessDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(BUSINESS_KINDS) type: string
  @Whole({ nullable: true, description: 'Id of the business above; null at the top of the tree' }) parent_id: number | null
  @Text({ nullable: true, description: 'Name of the parent; null if the caller may not see it' }) parent: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) address: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) postcode: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) city: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) country: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) email: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) phone: string | null
  @Fact({ description: 'True if the page of the business shows the counts' }) show_statistics: boolean
  @Fact({ description: 'True if names and frame numbers of its vehicles are saved in capitals' }) name_upper: boolean
  @Fact(CONTRACT) has_customers: boolean | null
  @Fact(CONTRACT) can_install_devices: boolean | null
  @Fact(CONTRACT) recovery_contract: boolean | null
  @Fact(CONTRACT) is_oem: boolean | null
  @Fact({ description: 'True if the business or one above it has a recovery contract' }) recovery_enabled: boolean
  @Moment() created_at: string
  @Moment() updated_at: string
}
