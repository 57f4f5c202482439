import { applyDecorators } from '@nestjs/common'
import { isNetwork } from '@roadbook/platform'
import { findProtocol, PROTOCOLS } from '@roadbook/protocols'
import { check, OptionalLine } from '../../../http/body-fields.js'
import { field } from '../../../texts/platform.js'

const NAMES: readonly string[] = PROTOCOLS.map(({ name }) => name)
const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Declares the only protocol that the tracker is allowed to use (G-105). */
export const BoundProtocolField = () =>
  applyDecorators(
    OptionalLine('bound-protocol', {
      maxLength: 40,
      description:
        'The only protocol that the device may use. Null binds it to the protocol that it uses at its next verification',
    }),
    check((value) => (isGiven(value) && !findProtocol(value) ? field('not-one-of', { allowed: NAMES }) : undefined)),
  )

/** Declares the only network that the tracker is allowed to send from. */
export const SourceNetworkField = () =>
  applyDecorators(
    OptionalLine('source-network', {
      maxLength: 43,
      description: 'The only network from which the device may connect, in CIDR notation or as one address',
    }),
    check((value) => (isGiven(value) && !isNetwork(value) ? field('not-network') : undefined)),
  )

/** Declares the certificate that the tracker must present. */
export const ClientCertificateField = () =>
  OptionalLine('client-certificate', {
    maxLength: 95,
    pattern: { matches: /^[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}$/, sentence: field('not-fingerprint') },
    description: 'SHA-256 of the DER of the certificate that it must show: 64 hexadecimal digits, with or without colons',
  })
