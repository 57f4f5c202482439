import { ApiSchema } from '@nestjs/swagger'
import { LOCALES, type Locale } from '../../../texts/locale.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { Sentence } from '../../../texts/sentence.js'

/** Vehicle of a recent installation. */
@ApiSchema({ name: 'LatestEntity' })
export class LatestEntityDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Null if not entered' }) license_plate: string | null
  @Text({ nullable: true, description: 'IMEI of the tracker on the vehicle; null without one' }) imei: string | null
  @Moment() created_at: string
  @Moment({ nullable: true, description: 'Arrival of the last packet; null before the first' }) last_seen: string | null
  @Moment({ nullable: true, description: 'When the installation of its tracker passed its checks; null before' })
  verified_at: string | null
}

/** Business. States whether the caller may install there. */
@ApiSchema({ name: 'InstallBusiness' })
export class InstallBusinessDto {
  @Whole() id: number
  @Text() name: string
  @Text({ nullable: true, description: 'Reason why nothing can be installed for this business; null if installing is possible' })
  blocked_message: Sentence | null
}

/** Customer of a vehicle, as administration sees them. */
@ApiSchema({ name: 'EntityCustomer' })
export class EntityCustomerDto {
  @Text() first_name: string
  @Text() last_name: string
  @Text({ nullable: true, description: 'Null if not entered' }) email: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) phone: string | null
  @Text({ nullable: true, description: 'Null if not entered' }) address: string | null
  @OneOf(LOCALES) locale: Locale
}
