import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator'
import { query } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

export const LONGEST_COMMAND = 1_000
const MINUTE_S = 60
const WEEK_S = 7 * 24 * 3_600
const EXPIRY_RULE = says(say('expiry', { min: MINUTE_S, max: WEEK_S }))

/** Command in the vendor's syntax. */
@ApiSchema({ name: 'AskCommand' })
export class AskCommandDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: LONGEST_COMMAND, example: 'getver' })
  // A line break would start another command, or end the message in the tracker's protocol.
  @Matches(/^\P{Cc}*$/u, says(say('control-characters')))
  @Length(1, LONGEST_COMMAND, says(say('length', { max: LONGEST_COMMAND })))
  @IsString(says(query('not-text')))
  text: string

  @ApiProperty({ type: 'integer', required: false, minimum: MINUTE_S, maximum: WEEK_S, description: 'Seconds; a day by default' })
  @Max(WEEK_S, EXPIRY_RULE)
  @Min(MINUTE_S, EXPIRY_RULE)
  @IsInt(EXPIRY_RULE)
  @IsOptional()
  expires_in?: number
}
