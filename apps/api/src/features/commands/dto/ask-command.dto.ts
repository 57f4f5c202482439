import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator'

export const LONGEST_COMMAND = 1_000
const MINUTE_S = 60
const WEEK_S = 7 * 24 * 3_600
const EXPIRY_RULE = `must be whole seconds, ${MINUTE_S} to ${WEEK_S}`

/** A command in the maker's own words. */
@ApiSchema({ name: 'AskCommand' })
export class AskCommandDto {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: LONGEST_COMMAND, example: 'getver' })
  // A line break would be a second command, or the end of the frame.
  @Matches(/^\P{Cc}*$/u, { message: 'control characters and line breaks are not allowed' })
  @Length(1, LONGEST_COMMAND, { message: `must have 1 to ${LONGEST_COMMAND} characters` })
  @IsString({ message: 'must be text' })
  text: string

  @ApiProperty({ type: 'integer', required: false, minimum: MINUTE_S, maximum: WEEK_S, description: 'Seconds; a day by default' })
  @Max(WEEK_S, { message: EXPIRY_RULE })
  @Min(MINUTE_S, { message: EXPIRY_RULE })
  @IsInt({ message: EXPIRY_RULE })
  @IsOptional()
  expires_in?: number
}
