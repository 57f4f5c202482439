import { commonShape, port } from '@roadbook/platform'
import { z } from 'zod'

/**
 * Environment variables of the mailbox process. The process listens only on the loopback interface, but every user of the
 * machine can reach that interface, so a secret is needed to read mails.
 */
export const mailboxShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  /** Port of the operators' page. */
  MAILBOX_PORT: port(8025),
  /** Secret that opens the page. It is the first part of the page's path. Without a secret, nobody can read the page. */
  MAILBOX_SECRET: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'must be at least 32 letters, digits, - and _')
    .optional(),
  /** Port that the product delivers its mails to. */
  MAILBOX_SMTP_PORT: port(1025),
  /** Number of newest mails to keep. */
  MAILBOX_KEEP: z.coerce.number().int().positive().default(1_000),
} as const

export type MailboxConfiguration = z.infer<z.ZodObject<typeof mailboxShape>>
