import { commonShape, port } from '@roadbook/platform'
import { z } from 'zod'

/**
 * Environment variables of the mailbox process. It listens on the loopback interface only, which every user of the machine can
 * reach.
 */
export const mailboxShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  /** Port of the operators' page. */
  MAILBOX_PORT: port(8025),
  /** Secret that opens the page, as the first part of its path. Without one the page cannot be read. */
  MAILBOX_SECRET: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'must be at least 32 letters, digits, - and _')
    .optional(),
  /** Port to which the product delivers its mails. */
  MAILBOX_SMTP_PORT: port(1025),
  /** Number of newest mails to keep. */
  MAILBOX_KEEP: z.coerce.number().int().positive().default(1_000),
} as const

export type MailboxConfiguration = z.infer<z.ZodObject<typeof mailboxShape>>
