import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { isEmail, ValidateBy } from 'class-validator'
import { SUPER_ADMIN } from '../../../auth/access.js'
import { hasControlCharacter } from '../../../http/control-characters.js'
import { ROLE_NAMES } from '@roadbook/contracts'

/** Fields of the user form with one message each, in the words of the specification. */

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

const check = (problemOf: (value: unknown, body: Record<string, unknown>) => string | undefined) =>
  ValidateBy({
    name: 'field',
    validator: {
      validate: (value, args) => problemOf(value, (args?.object ?? {}) as Record<string, unknown>) === undefined,
      defaultMessage: (args) => problemOf(args?.value, (args?.object ?? {}) as Record<string, unknown>) ?? '',
    },
  })

function textProblem(value: unknown, label: string, maxLength: number): string | undefined {
  if (typeof value !== 'string') return `${label} must be text`
  if (value.length > maxLength) return `${label} is too long`
  return hasControlCharacter(value) ? `${label} must be one line of text` : undefined
}

export const RequiredText = (label: string, maxLength = 100) =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: 1, maxLength }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => (typeof value === 'string' && value !== '' ? textProblem(value, label, maxLength) : `${label} is required`)),
  )

/** Absent: stays as it is; emptied: unknown. */
export const OptionalText = (label: string, maxLength: number) =>
  applyDecorators(
    ApiProperty({ type: 'string', nullable: true, required: false, maxLength }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    check((value) => (value === undefined || value === null ? undefined : textProblem(value, label, maxLength))),
  )

export const EmailField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'email', maxLength: 254 }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => {
      if (typeof value !== 'string' || value === '') return 'Email is required'
      return isEmail(value) && value.length <= 254 && !hasControlCharacter(value) ? undefined : 'E-mail must be valid'
    }),
  )

/** The key of a role, or the name that people read. */
export const RoleField = ({ required }: { required: boolean }) =>
  applyDecorators(
    ApiProperty({ type: 'string', required, maxLength: 100, description: 'Key or name of a role', example: 'dealer' }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => {
      if (value === undefined && !required) return undefined
      return typeof value === 'string' && value !== '' ? textProblem(value, 'Role', 100) : 'Role is required'
    }),
  )

const isSuperAdmin = (role: unknown) => role === SUPER_ADMIN || role === ROLE_NAMES[SUPER_ADMIN]
const isId = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647

/** Id of the business that the user belongs to; a super admin belongs to none. */
export const BusinessField = ({ required }: { required: boolean }) =>
  applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, required, description: 'Business; null only for a super admin' }),
    check((value, body) => {
      if (isSuperAdmin(body.role_name)) return value === undefined || value === null ? undefined : 'A super admin has no business'
      if (value === undefined && !required) return undefined
      return isId(value) ? undefined : 'Business is required'
    }),
  )
