import { z } from 'zod'
import { knownWordsIn } from './known-words.js'

/** Thrown for a wrong configuration, which is read once at start. The message names every wrong variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/**
 * Parses environment variables with a zod object whose keys are the variables' names.
 * @throws ConfigurationError that names every variable that is missing, invalid or has a well-known secret, and the allowed
 *   values
 */
export function readConfiguration<T extends z.ZodRawShape>(
  shape: T,
  environment: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<T>> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.object(shape).safeParse(set)
  const read = Object.fromEntries(Object.entries(set).filter(([name]) => name in shape))
  const known = knownWordsIn(read, environment.NODE_ENV === 'production')
  if (result.success && known.length === 0) return result.data
  const wrong = [...(result.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`) ?? []), ...known]
  throw new ConfigurationError(`wrong configuration:\n${wrong.join('\n')}`)
}

/** A TCP port. With 0 the system chooses one. */
export const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

export const milliseconds = (standard: number) => z.coerce.number().int().positive().default(standard)

/**
 * Milliseconds for which a stopping process reports that it is not ready but still accepts requests. It must be long enough for a
 * load balancer to notice.
 */
export const drainNotice = z.coerce.number().int().min(0).max(8_000).default(0)

/** `true`, `1`, `yes` or their opposites. */
export const flag = (standard: boolean) => z.stringbool().default(standard)

/**
 * Address of Roadbook in browsers: scheme, host and port, as an origin. Roadbook cannot run below a path, because pages, scripts
 * and sign-in use addresses from the root.
 */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://fleet.example.com' })
  .refine(isOrigin, {
    error: 'must have no path, query or user: give it a host name of its own, such as https://fleet.example.com',
  })
  .transform((url) => new URL(url).origin)

/**
 * Returns true when an address is only an origin. Also returns true for texts that are not addresses, because the previous check
 * reports those.
 */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { origin: name, href } = new URL(text)
  return href === `${name}/`
}

/** Variables that every process reads. */
export const commonShape = {
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** `postgres` (a table in DATABASE_URL) or `kafka://host:port,host:port`. */
  EVENT_LOG: z
    .string()
    .regex(/^(postgres|kafka:\/\/[^,\s]+:\d+(,[^,\s]+:\d+)*)$/, 'must be "postgres" or "kafka://host:port,…"')
    .default('postgres'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
}
