import { z } from 'zod'
import { commonShape, drainNotice, origin, port, trustedProxies } from '@roadbook/platform'
import { SECOND_FACTOR_POLICIES } from './second-factor/requirement.js'

/** Environment variables of the identity process. */
export const identityShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  IDENTITY_PORT: port(8081),
  /** Address to listen on. Usually a proxy with a certificate runs before it on the same machine. */
  IDENTITY_HOST: z.string().default('127.0.0.1'),
  /** Address by which browsers and the API reach this process; `http://localhost:<port>` when not set. */
  OIDC_ISSUER: origin.optional(),
  /**
   * Internal port through which the API creates and ends accounts. It listens only if a secret is set, which must be the API's as
   * well.
   */
  IDENTITY_ADMIN_PORT: port(9104),
  IDENTITY_ADMIN_HOST: z.string().default('127.0.0.1'),
  IDENTITY_ADMIN_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,1024}$/, 'must be at least 32 characters without spaces')
    .optional(),
  /** Decides who must use an authenticator app besides the password; for everybody else it is optional. */
  IDENTITY_TOTP: z.enum(SECOND_FACTOR_POLICIES).default('required-for-super-admin'),
  PORTAL_URL: origin.default('http://localhost:8080'),
  /** If set, the API can mail links for new passwords. The identity process itself sends no mail. */
  SMTP_URL: z.string().optional(),
  /** Trusted proxies. Only these may forward a client's address. */
  TRUSTED_PROXIES: trustedProxies,
  /** Same limit as in the API: a whole office may share one address. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
  DRAIN_NOTICE_MS: drainNotice,
  /** Support contact shown to users. Hidden when empty. */
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
}

export type IdentityConfiguration = z.infer<z.ZodObject<typeof identityShape>>
