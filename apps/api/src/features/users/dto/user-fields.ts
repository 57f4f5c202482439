import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import { isEmail } from 'class-validator'
import { SUPER_ADMIN } from '../../../auth/access.js'
import { ROLE_NAMES } from '@roadbook/contracts'
import { hasControlCharacter } from '@roadbook/platform'
import { required } from '../../../texts/platform.js'
import { say } from '../texts.js'
import { check, textProblem } from '../../../http/body-fields.js'

/** Fields of the user form. Each has one message with the wording of the specification. */

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)

export const EmailField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', format: 'email', maxLength: 254 }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => {
      if (typeof value !== 'string' || value === '') return required('email')
      return isEmail(value) && value.length <= 254 && !hasControlCharacter(value) ? undefined : say('email-not-valid')
    }),
  )

/** Declares the key or displayed name of a role. */
export const RoleField = ({ required: isRequired }: { required: boolean }) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      required: isRequired,
      maxLength: 100,
      description: 'Key or name of a role',
      example: 'dealer',
    }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => {
      if (value === undefined && !isRequired) return undefined
      return typeof value === 'string' && value !== '' ? textProblem(value, 'role', { maxLength: 100 }) : required('role')
    }),
  )

const isSuperAdmin = (role: unknown) => role === SUPER_ADMIN || role === ROLE_NAMES[SUPER_ADMIN]
const isId = (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647

/** Declares the id of the user's business. A super admin has none. */
export const BusinessField = ({ required: isRequired }: { required: boolean }) =>
  applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, required: isRequired, description: 'Business; null only for a super admin' }),
    check((value, body) => {
      if (isSuperAdmin(body.role_name)) return value === undefined || value === null ? undefined : say('super-admin-no-business')
      if (value === undefined && !isRequired) return undefined
      return isId(value) ? undefined : required('business')
    }),
  )
