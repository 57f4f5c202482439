import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsObject, ValidateNested } from 'class-validator'
import { FlagField, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { ImeiField } from '../../../http/imei-fields.js'
import { RETURN_REASONS, type ReturnReason } from './return.dto.js'
import { AddPhotoDto } from '../../../photos/index.js'
import { field, required } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Sender's address on the label. */
@ApiSchema({ name: 'ShipFrom' })
export class ShipFromDto {
  @RequiredLine('name', { maxLength: 100 }) name: string

  @RequiredLine('address', { maxLength: 200, description: 'Street and number' }) address: string

  @RequiredLine('postcode', { maxLength: 20 }) postcode: string

  @RequiredLine('city', { maxLength: 100 }) city: string

  @RequiredLine('country', {
    maxLength: 2,
    pattern: { matches: /^[A-Z]{2}$/, sentence: field('not-country') },
    description: 'ISO 3166-1, two letters',
  })
  country: string
}

/** New return of a tracker (G-52). */
@ApiSchema({ name: 'CreateReturn' })
export class CreateReturnDto {
  @ImeiField() imei: string

  @WordField(RETURN_REASONS, { required: required('reason') }) reason: ReturnReason

  @OptionalLine('note', { maxLength: 400, description: 'Further explanation; required for the reason `other`' })
  note?: string | null

  @FlagField('True to request another tracker in exchange') replacement_wanted?: boolean

  @FlagField('True to remove the tracker from its vehicle first. Otherwise a tracker that is still on a vehicle is refused')
  take_off?: boolean

  @ApiProperty({ type: ShipFromDto })
  @ValidateNested(says(field('not-object')))
  @Type(() => ShipFromDto)
  @IsObject(says(say('ship-from-required')))
  ship_from: ShipFromDto
}

@ApiSchema({ name: 'AddReturnPhoto' })
export class AddReturnPhotoDto extends AddPhotoDto {}
