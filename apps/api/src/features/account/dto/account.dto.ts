import { ApiSchema } from '@nestjs/swagger'
import { PersonDto } from '../../../http/person.dto.js'
import { Text } from '../../../http/properties.js'

/** Data that users may read and change about themselves. */
@ApiSchema({ name: 'Account' })
export class AccountDto extends PersonDto {
  @Text({ nullable: true, description: 'IANA name; null for none' }) time_zone: string | null
}
