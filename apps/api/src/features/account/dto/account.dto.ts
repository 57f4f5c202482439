import { ApiSchema } from '@nestjs/swagger'
import { OneOf, Text } from '../../../http/properties.js'
import { LOCALES } from '../../../texts/locale.js'

/** What a person may read and change about themselves. */
@ApiSchema({ name: 'Account' })
export class AccountDto {
  @Text() first_name: string
  @Text() last_name: string
  @Text({ nullable: true }) address: string | null
  @Text({ nullable: true }) postcode: string | null
  @Text({ nullable: true }) city: string | null
  @Text({ nullable: true }) phone: string | null
  @Text() email: string
  @OneOf(LOCALES) locale: string
  @Text({ nullable: true, description: 'IANA name' }) time_zone: string | null
}
