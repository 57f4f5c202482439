import { createLogger, createPool } from '@roadbook/platform'
import type { MailboxConfiguration } from './configuration.js'
import { MailStore } from './mail-store.js'
import { startServer } from './server.js'
import { startSmtp } from './smtp.js'

export interface RunningMailbox {
  /** Port of the operators' page. */
  port: number
  smtpPort: number
  close(): Promise<void>
}

/**
 * Starts the embedded mailbox. It receives the product's mails by SMTP and shows them on a page. SMTP and the page use the
 * loopback interface.
 */
export async function startMailbox(configuration: MailboxConfiguration): Promise<RunningMailbox> {
  const logger = createLogger('mailbox', configuration.LOG_LEVEL)
  const pool = createPool({
    url: configuration.DATABASE_URL,
    name: 'roadbook mailbox',
    max: 3,
    statementTimeoutMs: 10_000,
    logger,
    isPooled: true,
  })
  const store = new MailStore(pool, configuration.MAILBOX_KEEP)
  const smtp = await startSmtp(configuration.MAILBOX_SMTP_PORT, store, logger)
  const server = await startServer({ port: configuration.MAILBOX_PORT, secret: configuration.MAILBOX_SECRET }, store, logger)
  logger.info({ port: server.port, smtp: smtp.port }, 'mailbox is listening')
  return {
    port: server.port,
    smtpPort: smtp.port,
    close: async () => {
      await smtp.close()
      await server.close()
      await pool.end()
    },
  }
}
