import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { IsEmail, IsOptional } from 'class-validator'
import { WritePersonDto } from '../../../http/person.dto.js'
import { ZoneName } from '../../../http/time-zone.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

/** Changes to one's own account. An absent field stays unchanged. */
@ApiSchema({ name: 'UpdateAccount' })
export class UpdateAccountDto extends WritePersonDto {
  @ApiProperty({
    type: 'string',
    required: false,
    description: 'Cannot be changed here. If present, it must be the current address',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsOptional()
  @IsEmail({}, says(field('not-email')))
  email?: string

  @ApiProperty({ type: 'string', nullable: true, required: false, description: 'IANA name; null for none' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  @ZoneName((value) => value == null)
  time_zone?: string | null
}
