import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { readSpeedUnit, readUtcOffset, SPEED_UNITS, UTC_OFFSET_MINUTES } from '@roadbook/contracts'
import { Transform } from 'class-transformer'
import { check } from '../../../http/body-fields.js'
import { field } from '../../../texts/platform.js'

/** Parses text from a sheet. Empty text gives null. Unreadable text is returned unchanged, so that validation refuses it. */
const fromText = (read: (text: string) => unknown) =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value
    return value.trim() === '' ? null : (read(value) ?? value)
  })
const isGiven = (value: unknown) => value !== undefined && value !== null

const { least, most } = UTC_OFFSET_MINUTES
const isOffset = (value: unknown) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most

/** Declares the offset of a tracker's clock from UTC, in minutes. */
export const UtcOffsetField = () =>
  applyDecorators(
    ApiProperty({
      type: 'integer',
      nullable: true,
      required: false,
      minimum: least,
      maximum: most,
      description:
        'Offset of the tracker’s clock in minutes east of UTC; null for the standard of its protocol. A sheet may contain +05:30, too',
    }),
    fromText(readUtcOffset),
    check((value) => (!isGiven(value) || isOffset(value) ? undefined : field('not-utc-offset', { least, most }))),
  )

/** Declares the unit of the speed that the tracker sends. */
export const SpeedUnitField = () =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      enum: [...SPEED_UNITS],
      description:
        'Unit of the speed that the tracker sends, if its protocol (osmand) leaves that to the app. Null: the usual unit of the app',
    }),
    fromText(readSpeedUnit),
    check((value) =>
      !isGiven(value) || (SPEED_UNITS as readonly unknown[]).includes(value)
        ? undefined
        : field('not-one-of', { allowed: SPEED_UNITS }),
    ),
  )
