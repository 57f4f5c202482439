import { z } from 'zod'
import { commonShape, drainNotice, origin, port, trustedProxies } from '@roadbook/platform'
import { SECOND_FACTOR_POLICIES } from './second-factor/requirement.js'

/** Environment variables of the identity process. */
export const identityShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  IDENTITY_PORT: port(8081),
  /** Address to listen on. A proxy with a certificate usually runs in front of this process, on the same machine. */
  IDENTITY_HOST: z.string().default('127.0.0.1'),
  /** Address where browsers and the API reach this process. The default is `http://localhost:<port>`. */
  OIDC_ISSUER: origin.optional(),
  /**
   * Internal port. The API creates and ends accounts through it. The process listens on it only if a secret is set. The API
   * needs the same secret.
   */
  IDENTITY_ADMIN_PORT: port(9104),
  IDENTITY_ADMIN_HOST: z.string().default('127.0.0.1'),
  IDENTITY_ADMIN_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,1024}$/, 'must be at least 32 characters without spaces')
    .optional(),
  /** Decides which users must use an authenticator app besides the password. For all other users, the app is optional. */
  IDENTITY_TOTP: z.enum(SECOND_FACTOR_POLICIES).default('required-for-super-admin'),
  PORTAL_URL: origin.default('http://localhost:8080'),
  /** Set if the API can mail links for new passwords. The identity process itself sends no mail. */
  SMTP_URL: z.string().optional(),
  /** Trusted proxies. Only these may forward a client's address. */
  TRUSTED_PROXIES: trustedProxies,
  /** Maximum number of requests per minute from one address, as in the API. A whole office may share one address. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
  DRAIN_NOTICE_MS: drainNotice,
  /** Support contact that users see. It is hidden when empty. */
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
}

export type IdentityConfiguration = z.infer<z.ZodObject<typeof identityShape>>
