import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsNotEmpty, IsString, MaxLength } from 'class-validator'

/** What the shop found in its address. */
@ApiSchema({ name: 'ExchangeShopToken' })
export class ExchangeShopTokenDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 200 })
  @MaxLength(200, { message: 'Token is too long' })
  @IsNotEmpty({ message: 'Token is required' })
  @IsString({ message: 'Token is required' })
  token: string
}
