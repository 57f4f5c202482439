import { ApiProperty, ApiSchema } from '@nestjs/swagger'
import { check, WordField } from '../../../http/body-fields.js'
import { Moment, OneOf, Whole } from '../../../http/properties.js'
import { say } from '../texts.js'

export const PUSH_KINDS = ['fcm', 'webpush'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

/** Maximum length of a token or address in characters. Tokens of Firebase and addresses of browsers are much shorter. */
const MAX_LENGTH = 2_048
const optional = { type: 'string', required: false, maxLength: MAX_LENGTH } as const

/** Declares a field that one kind of device requires. For the other kinds, it must be absent. */
const PartOf = (kind: PushKind, description: string) => {
  const wrong = say(kind === 'fcm' ? 'not-a-token' : 'not-a-subscription')
  return (controller: object, name: string) => {
    ApiProperty({ ...optional, description })(controller, name)
    check((value, body) => {
      if (body.kind !== kind) return value === undefined ? undefined : wrong
      return typeof value === 'string' && value.length <= MAX_LENGTH && SHAPES[name]?.test(value) ? undefined : wrong
    })(controller, name)
  }
}

/**
 * Formats of a browser's keys in base64url, with or without padding. An uncompressed P-256 point has 65 bytes, a secret has 16
 * bytes.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  token: /^[\w:.-]{20,}$/,
  endpoint: /^https?:\/\/[\x21-\x7e]+$/,
  p256dh: /^B[A-Za-z0-9_-]{86}=?$/,
  auth: /^[A-Za-z0-9_-]{22}={0,2}$/,
}

/** Push address of a device: an app's token or a browser's subscription. */
@ApiSchema({ name: 'PushAddress' })
export class PushAddressDto {
  @WordField(PUSH_KINDS) kind: PushKind

  @PartOf('fcm', 'For an app: its registration token of Firebase Cloud Messaging') token?: string

  @PartOf('webpush', 'For a browser: `endpoint` of its subscription') endpoint?: string

  @PartOf('webpush', 'For a browser: `keys.p256dh` of its subscription') p256dh?: string

  @PartOf('webpush', 'For a browser: `keys.auth` of its subscription') auth?: string
}

@ApiSchema({ name: 'PushRegistration' })
export class PushRegistrationDto {
  @Whole() id: number
  @OneOf(PUSH_KINDS) kind: PushKind
  @Moment() created_at: string
  @Moment({ description: 'When it was last registered; registrations are deleted after a year without use' }) last_seen_at: string
}
