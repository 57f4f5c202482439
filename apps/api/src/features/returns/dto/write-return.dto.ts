import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { Type } from 'class-transformer'
import { IsObject, ValidateNested } from 'class-validator'
import { FlagField, OptionalLine, RequiredLine, WordField } from '../../../http/body-fields.js'
import { ImeiField } from '../../devices/index.js'
import { MAX_PHOTO_BYTES, RETURN_REASONS, type ReturnReason } from './return.dto.js'
import { MAX_MEGAPIXELS } from '../pictures/picture.js'
import { field, required } from '../../../texts/platform.js'
import { says } from '../../../http/validation.js'
import { say } from '../texts.js'

/** Where the parcel comes from, as it stands on the label. */
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

/** G-52: a tracker that goes back. */
@ApiSchema({ name: 'CreateReturn' })
export class CreateReturnDto {
  @ImeiField() imei: string

  @WordField(RETURN_REASONS, { required: required('reason') }) reason: ReturnReason

  @OptionalLine('note', { maxLength: 400, description: 'What there is to say besides; wanted for the reason `other`' })
  note?: string | null

  @FlagField('Whether another tracker is to be sent for it') replacement_wanted?: boolean

  @FlagField('Whether it is taken off the vehicle that it is still on; otherwise such a tracker is refused') take_off?: boolean

  @ApiProperty({ type: ShipFromDto })
  @ValidateNested(says(field('not-object')))
  @Type(() => ShipFromDto)
  @IsObject(says(say('ship-from-required')))
  ship_from: ShipFromDto
}

/** What a body can hold; whether the picture is too large is said when it is read. */
const MAX_BASE64 = 1_048_576

@ApiSchema({ name: 'AddReturnPhoto' })
export class AddReturnPhotoDto {
  @RequiredLine('photo', {
    maxLength: MAX_BASE64,
    pattern: { matches: /^[A-Za-z0-9+/]+={0,2}$/, sentence: field('not-base64', { label: field('label.photo') }) },
    description: `A JPEG, PNG or WebP picture of at most ${MAX_PHOTO_BYTES} bytes and ${MAX_MEGAPIXELS} megapixels, as base64; its pixels alone are kept`,
  })
  content: string
}
