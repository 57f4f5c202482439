import { ApiSchema } from '@nestjs/swagger'
import { OptionalLine } from '../../../http/body-fields.js'
import { WritePersonDto } from '../../../http/person.dto.js'
import { BusinessField, EmailField, RoleField } from './user-fields.js'

/** Changes to a user. An absent optional field stays unchanged. */
@ApiSchema({ name: 'UpdateUser' })
export class UpdateUserDto extends WritePersonDto {
  @OptionalLine('second-phone', { maxLength: 40 }) telephone?: string | null
  @EmailField() email: string
  @RoleField({ required: false }) role_name?: string
  @BusinessField({ required: false }) parent?: number | null
}
