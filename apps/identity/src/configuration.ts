import { z } from 'zod'
import { commonShape, drainNotice, origin, port, trustedProxies } from '@roadbook/platform'
import { SECOND_FACTOR_POLICIES } from './second-factor/requirement.js'

/** What the identity process reads from its environment. */
export const identityShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  IDENTITY_PORT: port(8081),
  /** Address to listen on. A proxy with a certificate belongs before it, as a rule on this machine. */
  IDENTITY_HOST: z.string().default('127.0.0.1'),
  /** The address that browsers and the API know this process by; `http://localhost:<port>` when not set. */
  OIDC_ISSUER: origin.optional(),
  /** Internal port where the API makes and ends accounts; it listens only where a secret is set, the API's as well. */
  IDENTITY_ADMIN_PORT: port(9104),
  IDENTITY_ADMIN_HOST: z.string().default('127.0.0.1'),
  IDENTITY_ADMIN_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,1024}$/, 'must be at least 32 characters without spaces')
    .optional(),
  /** Who must use an authenticator app besides the password; everybody else may. */
  IDENTITY_TOTP: z.enum(SECOND_FACTOR_POLICIES).default('required-for-super-admin'),
  PORTAL_URL: origin.default('http://localhost:8080'),
  /** Whether it is set says that the API can mail links to new passwords; it is the API that sends. */
  SMTP_URL: z.string().optional(),
  /** Proxies in front of us, which alone may say whom a request came from. */
  TRUSTED_PROXIES: trustedProxies,
  /** As at the API: a whole office may sit behind one address. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: z.coerce.number().int().positive().default(6_000),
  DRAIN_NOTICE_MS: drainNotice,
  /** Whom people are told to ask; empty where the operator named nobody, and then nobody is shown. */
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
}

export type IdentityConfiguration = z.infer<z.ZodObject<typeof identityShape>>
