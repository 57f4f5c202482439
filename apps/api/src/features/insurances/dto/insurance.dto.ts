import { applyDecorators } from '@nestjs/common'
import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { isDay } from '../../../day-sums/index.js'
import { check, IdField, RequiredLine, WholeField, WordField } from '../../../http/body-fields.js'
import { Moment, OneOf, Text, Whole } from '../../../http/properties.js'
import { DOCUMENT_TYPES, type DocumentType, MAX_PHOTO_BYTES } from '../../../photos/index.js'
import { field, query } from '../../../texts/platform.js'
import { say } from '../texts.js'

export const COVERAGES = ['liability', 'theft', 'partial', 'comprehensive'] as const
export type Coverage = (typeof COVERAGES)[number]
export const INSURANCE_STATES = ['pending', 'active', 'expiring', 'expired'] as const
export type InsuranceState = (typeof INSURANCE_STATES)[number]

const MAX_NAME_LENGTH = 100
/**
 * Maximum insured value in the smallest unit of the currency. In most currencies this is a million of the main unit. Vehicles
 * are worth less.
 */
const MAX_VALUE_MINOR = 100_000_000
/** Maximum length of a document in base64, in characters. The size of the document itself is checked when it is read. */
const MAX_BASE64 = 1_048_576

/** Document without its contents. */
@ApiSchema({ name: 'InsuranceDocument' })
export class InsuranceDocumentDto {
  @Whole() id: number
  @Text() name: string
  @OneOf(DOCUMENT_TYPES) media_type: DocumentType
  @Whole() bytes: number
  @Text({ description: 'SHA-256 of the file’s bytes, hexadecimal' }) sha256: string
}

/** Insurance of a vehicle: the insurer, the coverage and the period (G-74). */
@ApiSchema({ name: 'Insurance' })
export class InsuranceDto {
  @Whole() id: number
  @Whole() entity_id: number
  @Text() entity_name: string
  @Whole() business_id: number
  @Text() business_name: string
  @Text() insurer: string
  @Text() policy_number: string
  @OneOf(COVERAGES) coverage: Coverage
  @OneOf(INSURANCE_STATES, {
    description: 'State by the calendar of Amsterdam. Expiring: ends within 30 days, and no other insurance follows',
  })
  state: InsuranceState
  @Text({ description: 'First day, YYYY-MM-DD' }) starts_on: string
  @Text({ nullable: true, description: 'Last day, YYYY-MM-DD; null until somebody ends it' }) ends_on: string | null
  @Whole({ nullable: true, description: 'In the smallest unit of the currency; null if not entered' }) insured_value_minor:
    | number
    | null
  @Text({ nullable: true, description: 'ISO 4217; null where no value is insured' }) currency: string | null
  @ApiProperty({ type: [InsuranceDocumentDto] }) documents: InsuranceDocumentDto[]
  @Moment() created_at: string
  @Moment() updated_at: string
}

const DAY = { type: 'string', format: 'date', example: '2026-12-01' } as const
const isNone = (value: unknown) => value === undefined || value === null

/** Fields of an insurance. A write contains all of them. */
@ApiSchema({ name: 'UpdateInsurance' })
export class UpdateInsuranceDto {
  @RequiredLine('insurer', { maxLength: MAX_NAME_LENGTH }) insurer: string

  @RequiredLine('policy-number', { maxLength: MAX_NAME_LENGTH }) policy_number: string

  @WordField(COVERAGES) coverage: Coverage

  @applyDecorators(
    ApiProperty({ ...DAY, description: 'First day' }),
    check((value) => (isDay(value) ? undefined : query('not-day'))),
  )
  starts_on: string

  @applyDecorators(
    ApiProperty({ ...DAY, nullable: true, required: false, description: 'Last day; null until somebody ends it' }),
    check((value, { starts_on: start }) => {
      if (isNone(value)) return undefined
      if (!isDay(value)) return query('not-day')
      return isDay(start) && value < start ? say('ends-before') : undefined
    }),
  )
  ends_on?: string | null

  @WholeField({ min: 0, max: MAX_VALUE_MINOR, description: 'In the smallest unit of the currency', isOptional: true })
  insured_value_minor?: number | null

  @applyDecorators(
    ApiProperty({
      type: 'string',
      pattern: '^[A-Z]{3}$',
      example: 'EUR',
      nullable: true,
      required: false,
      description: 'Currency of the insured value, ISO 4217; null for none',
    }),
    check((value, { insured_value_minor: insured }) =>
      (isNone(value) && isNone(insured)) || (typeof value === 'string' && /^[A-Z]{3}$/.test(value))
        ? undefined
        : say('not-currency'),
    ),
  )
  currency?: string | null
}

@ApiSchema({ name: 'CreateInsurance' })
export class CreateInsuranceDto extends UpdateInsuranceDto {
  @IdField('entity') entity_id: number
}

@ApiSchema({ name: 'AddInsuranceDocument' })
export class AddInsuranceDocumentDto {
  @RequiredLine('name', { maxLength: MAX_NAME_LENGTH, description: 'Name of the document in the list' }) name: string

  @RequiredLine('document', {
    maxLength: MAX_BASE64,
    pattern: { matches: /^[A-Za-z0-9+/]+={0,2}$/, sentence: field('not-base64', { label: field('label.document') }) },
    description: `A PDF, or a JPEG, PNG or WebP picture, of at most ${MAX_PHOTO_BYTES} bytes, as base64`,
  })
  content: string
}

/** Insurer that a form offers. Users may type any other name. */
@ApiSchema({ name: 'InsurerOption' })
export class InsurerOptionDto {
  @Text() name: string
}
