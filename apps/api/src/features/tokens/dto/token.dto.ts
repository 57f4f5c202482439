import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsIn, IsISO8601, IsOptional } from 'class-validator'
import { TOKEN_SCOPES, type TokenScope } from '../../../auth/tokens/token-scope.js'
import { MAX_BULK_ROWS } from '../../../bulk/index.js'
import { IdsField, isOneOf, RequiredLine } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { field, ids } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'

/** API token without its secret. */
@ApiSchema({ name: 'Token' })
export class TokenDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(TOKEN_SCOPES, { description: 'Operations that the token allows, never more than its user may' }) scope: string
  @Text({ nullable: true, description: 'First characters of the secret; null for tokens of an older release' }) prefix:
    | string
    | null
  @OneOf(['created', 'revoked']) state: string
  @Whole() user_id: number
  @Text() user: string
  @Moment() created_at: string
  @Moment({ nullable: true, description: 'Null if it does not expire' }) expires_at: string | null
  @Moment({ nullable: true, description: 'Null unless it was revoked' }) revoked_at: string | null
  @Moment({ nullable: true, description: 'Time of last use, to the minute; null if it was never used' }) last_used_at:
    | string
    | null
  @Text({ nullable: true, description: 'Address of the last request; null if it was never used' }) last_used_from: string | null
}

/** New token with its secret. */
@ApiSchema({ name: 'CreatedToken' })
export class CreatedTokenDto extends TokenDto {
  @Text({ nullable: true, description: 'Returned only once; null when the same Idempotency-Key is sent again' }) secret:
    | string
    | null
}

@ApiSchema({ name: 'CreateToken' })
export class CreateTokenDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @ApiProperty({ type: 'string', enum: TOKEN_SCOPES })
  @IsIn(TOKEN_SCOPES, isOneOf(TOKEN_SCOPES))
  scope: TokenScope

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    required: false,
    description: 'Time at which the token expires. Default: never',
  })
  @IsOptional()
  @IsISO8601({ strict: true }, says(field('not-time')))
  expires_at?: string | null
}

@ApiSchema({ name: 'RevokeTokens' })
export class RevokeTokensDto {
  @IdsField('tokens', { max: MAX_BULK_ROWS, none: ids('no-tokens') }) ids: number[]
}
