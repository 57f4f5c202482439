import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common'
import { within } from '@roadbook/platform/pause'
import { createTransport } from 'nodemailer'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { JobFailure, jobSays } from '../jobs/index.js'
import type { StoredMail } from './outgoing/stored-mail.js'

const CONNECT_MS = 5_000
/** Maximum milliseconds that a connection waits for an answer from the mail server. */
const SILENCE_MS = 10_000
/** Maximum milliseconds for one mail, even if the server is slow. */
const SEND_MS = 40_000

/** Sends mails through the server of SMTP_URL. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  readonly #transport: ReturnType<typeof connect> | undefined

  constructor(@Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration) {
    this.#transport = configuration.SMTP_URL === undefined ? undefined : connect(new URL(configuration.SMTP_URL))
  }

  /**
   * Resolves when the server has accepted the mail.
   * @throws JobFailure with a readable reason. The failure is final when the server will never accept the mail.
   */
  async send(id: string, mail: StoredMail): Promise<void> {
    if (!this.#transport) throw new JobFailure(jobSays('no-mail-server'))
    assertNoOpenTransaction('the mail server')
    const from = this.configuration.MAIL_FROM
    const { to, subject, text, html, attachments } = mail
    const message = {
      messageId: messageIdOf(id, from),
      from,
      // Passed as an object, the address is always one address, even if the text contains commas.
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: attachments.map(({ fileName, ...file }) => ({ filename: fileName, ...file })),
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    try {
      await within(SEND_MS, this.#transport.sendMail(message), () => Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }))
    } catch (error) {
      throw toFailure(error, to)
    }
  }

  onApplicationShutdown(): void {
    this.#transport?.close()
  }
}

/** Returns the message id. It is the same for every attempt, so that mail programs recognise a mail that was sent twice. */
export const messageIdOf = (id: string, from: string): string => `<${id}@${/@([^>\s]+)/.exec(from)?.[1] ?? 'roadbook'}>`

function connect(url: URL) {
  const isSecure = url.protocol === 'smtps:'
  const hasAccount = url.username !== ''
  return createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : hasAccount ? 587 : 25),
    secure: isSecure,
    // TLS is required, so that a password is never sent over an unencrypted connection.
    requireTLS: hasAccount && !isSecure,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(hasAccount ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } } : {}),
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
}

interface SmtpError {
  code?: string
  responseCode?: number
  response?: string
}

/**
 * Converts an error of the mail server. If the server refuses this mail, the failure is final. Another error of the server or
 * the connection may be temporary, so the mail is tried again.
 */
function toFailure(error: unknown, recipient: string): JobFailure {
  const { code, responseCode, response } = error as SmtpError
  if (responseCode === undefined)
    return new JobFailure(jobSays('mail-server-unreachable', { reason: code ?? jobSays('mail-server-unreachable.no-answer') }), {
      cause: error,
    })
  const said = (response ?? String(responseCode)).replaceAll(recipient, 'the recipient').slice(0, 200)
  const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return new JobFailure(jobSays('mail-server-refused', { reason: said }), { isFinal, cause: error })
}
