import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { IsEmail, IsOptional, IsTimeZone } from 'class-validator'
import { WritePersonDto } from '../../../http/person.dto.js'
import { field } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Changes to one's own account. What is absent stays as it is. */
@ApiSchema({ name: 'UpdateAccount' })
export class UpdateAccountDto extends WritePersonDto {
  @ApiProperty({ type: 'string', required: false, description: 'Read-only: the present address or nothing' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))
  @IsOptional()
  @IsEmail({}, says(field('not-email')))
  email?: string

  @ApiProperty({ type: 'string', nullable: true, required: false, description: 'IANA name' })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  @IsOptional()
  @IsTimeZone(says(say('unknown-time-zone')))
  time_zone?: string | null
}
