import { commonShape, port } from '@roadbook/platform'
import { z } from 'zod'

/** What the mailbox process reads from its environment. It listens on the loopback only, where every user of the machine comes. */
export const mailboxShape = {
  DATABASE_URL: commonShape.DATABASE_URL,
  LOG_LEVEL: commonShape.LOG_LEVEL,
  /** The page for operators. */
  MAILBOX_PORT: port(8025),
  /** Opens the page, as the first part of its address; without one nobody reads there. */
  MAILBOX_SECRET: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'must be at least 32 letters, digits, - and _')
    .optional(),
  /** Where the product delivers its mails. */
  MAILBOX_SMTP_PORT: port(1025),
  /** The newest so many are kept. */
  MAILBOX_KEEP: z.coerce.number().int().positive().default(1_000),
} as const

export type MailboxConfiguration = z.infer<z.ZodObject<typeof mailboxShape>>
