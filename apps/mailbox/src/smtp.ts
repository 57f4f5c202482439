import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from '@roadbook/platform'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { MailStore } from './mail-store.js'

/**
 * Maximum size of a mail in bytes. It is enough for the product's largest attachments, which the transport encoding makes a
 * third larger.
 */
const MAX_MAIL_BYTES = 16 * 1024 * 1024
const MAX_CLIENTS = 50
/**
 * Time-out of a connection in milliseconds, even if data arrive slowly. The product opens a separate connection for each
 * mail.
 */
const CONNECTION_MS = 25_000
const LOOPBACK = '127.0.0.1'

export interface RunningSmtp {
  port: number
  close(): Promise<void>
}

/** Receives every mail on the loopback interface. Accepts a mail as soon as it is stored. */
export async function startSmtp(port: number, store: MailStore, logger: Logger): Promise<RunningSmtp> {
  const server = new SMTPServer({
    name: 'roadbook-mailbox',
    banner: 'Roadbook mailbox',
    // Encryption and sign-in are not needed, because no mail leaves the machine.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    socketTimeout: 30_000,
    maxClients: MAX_CLIENTS,
    closeTimeout: 1_000,
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      read(stream)
        .then(async (raw) => {
          const { messageId, subject } = await PostalMime.parse(raw)
          await store.add({
            messageId,
            envelopeFrom: mailFrom ? mailFrom.address : '',
            envelopeTo: rcptTo.map(({ address }) => address),
            subject: subject ?? '',
            raw,
          })
        })
        .then(
          () => callback(null),
          (error: unknown) => {
            logger.error({ err: error }, 'a mail could not be stored')
            const isTooLarge = error instanceof TooLargeError
            callback(Object.assign(new Error(isTooLarge ? 'too large' : 'try again'), { responseCode: isTooLarge ? 552 : 451 }))
          },
        )
    },
  })
  server.on('error', (error) => logger.warn({ err: error }, 'a delivery broke off'))
  server.server.on('connection', (socket) => {
    const deadline = setTimeout(() => socket.destroy(), CONNECTION_MS).unref()
    socket.once('close', () => clearTimeout(deadline))
  })
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, LOOPBACK, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

class TooLargeError extends Error {}

/** Reads the mail to its end, even if it is too large, because the protocol requires this. */
async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= MAX_MAIL_BYTES) chunks.push(chunk)
  }
  if (bytes > MAX_MAIL_BYTES) throw new TooLargeError()
  return Buffer.concat(chunks)
}
