import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import { kafkaProblemsIn } from './event-log/kafka-problems.js'
import { knownWordsIn } from './known-words.js'

/** Maximum number of partitions of a topic. Each partition costs a queue in every reader's memory, and files in Kafka. */
export const MOST_PARTITIONS = 1_000

/** Thrown for a wrong configuration. The configuration is read once at the start. The message names every wrong variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/**
 * Parses environment variables with a zod object whose keys are the names of the variables.
 * @throws ConfigurationError that names every wrong variable and the allowed values. A variable is wrong if it is missing
 *   or invalid, does not fit the others, or contains a well-known secret
 */
export function readConfiguration<T extends z.ZodRawShape>(
  shape: T,
  environment: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<T>> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const result = z.object(shape).safeParse(set)
  const read = Object.fromEntries(Object.entries(set).filter(([name]) => name in shape))
  const together = [...knownWordsIn(read, environment.NODE_ENV === 'production'), ...kafkaProblemsIn(read)]
  if (result.success && together.length === 0) return result.data
  const wrong = [...(result.error?.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`) ?? []), ...together]
  throw new ConfigurationError(`wrong configuration:\n${wrong.join('\n')}`)
}

/** A TCP port. With 0 the system chooses one. */
export const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard)

export const milliseconds = (standard: number) => z.coerce.number().int().positive().default(standard)

/**
 * Milliseconds for which a stopping process reports that it is not ready but still accepts requests. The time must be long
 * enough for a load balancer to notice.
 */
export const drainNotice = z.coerce.number().int().min(0).max(8_000).default(0)

/** `true`, `1`, `yes` or their opposites. */
export const flag = (standard: boolean) => z.stringbool().default(standard)

/**
 * Address of Roadbook in browsers, as an origin: scheme, host and port. Roadbook cannot run below a path, because pages,
 * scripts and sign-in use addresses that start at the root.
 */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://fleet.example.com' })
  .refine(isOrigin, {
    error: 'must have no path, query or user: give it a host name of its own, such as https://fleet.example.com',
  })
  .transform((url) => new URL(url).origin)

/**
 * Returns true if an address is only an origin. Also returns true for texts that are not addresses, because another check,
 * before this one, reports such texts.
 */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { origin: name, href } = new URL(text)
  return href === `${name}/`
}

/** Path of a file that this process may read. */
const readableFile = z.string().refine(isReadable, { error: 'must be the path of a file that this process may read' })

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Variables of the event log, which every process that opens the log reads. */
export const eventLogShape = {
  /** `postgres` (tables in DATABASE_URL) or `kafka://host:port,host:port`. */
  EVENT_LOG: z
    .string()
    .regex(
      /^(postgres|kafka:\/\/[^,\s:@]+:\d+(,[^,\s:@]+:\d+)*)$/,
      'must be "postgres" or "kafka://host:port,…", with the user in KAFKA_USERNAME and KAFKA_PASSWORD',
    )
    .default('postgres'),
  /** Number of partitions of topics that do not exist yet. */
  EVENT_LOG_PARTITIONS: z.coerce.number().int().min(1).max(MOST_PARTITIONS).default(12),
  /** Milliseconds without a heartbeat after which the partitions of a consumer process go to another one. */
  EVENT_LOG_TAKEOVER_MS: z.coerce.number().int().min(2_000).max(300_000).default(4_000),
  KAFKA_TLS: flag(false),
  /**
   * Certificates (PEM) of the authorities that may sign the brokers' certificates. Default: the authorities that Node trusts.
   */
  KAFKA_CA_FILE: readableFile.optional(),
  /** Certificate and key (PEM) of Roadbook itself, for brokers that require them. */
  KAFKA_CERT_FILE: readableFile.optional(),
  KAFKA_KEY_FILE: readableFile.optional(),
  KAFKA_SASL_MECHANISM: z.enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']).optional(),
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
}
export type EventLogConfiguration = z.infer<z.ZodObject<typeof eventLogShape>>

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')

/** Variables that every process reads. */
export const commonShape = {
  DATABASE_URL: databaseAddress,
  /** Address of PostgreSQL itself, if DATABASE_URL is the address of a pooler; see {@link directUrl}. */
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  ...eventLogShape,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
}
