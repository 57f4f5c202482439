import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsNotEmpty, IsString, MaxLength } from 'class-validator'
import { field, required } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

/** Code that the shop received as a parameter of its own address. */
@ApiSchema({ name: 'ExchangeShopToken' })
export class ExchangeShopTokenDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, says(field('too-long', { label: field('label.token') })))
  @IsNotEmpty(says(required('token')))
  @IsString(says(required('token')))
  token: string
}
