import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { apiShape } from '@roadbook/api/configuration'
import { readConfiguration } from '@roadbook/platform'
import { fail, ok, warn, type Check } from '../check.js'
import { messageOf } from '../examine.js'

const PATIENCE_MS = 3_000
const READY = /^220[ -]/

/**
 * Checks whether invitations and reset links can be sent. For this, waits for the mail server's greeting and sends nothing.
 */
export const mail: Check = {
  name: 'mail',
  look: async ({ environment, local }) => {
    const { SMTP_URL } = readConfiguration({ SMTP_URL: apiShape.SMTP_URL }, environment)
    if (SMTP_URL === undefined) {
      if (local) return [ok('mails stay in the mailbox of this machine')]
      return [warn('no SMTP_URL is set: nobody gets invitations or reset links', 'set SMTP_URL to your mail server')]
    }
    const url = new URL(SMTP_URL)
    try {
      const greeting = await greet(url)
      if (READY.test(greeting)) return [ok(`the mail server at ${url.host} takes mails`)]
      const remedy = 'is it a mail server that takes mails from this machine?'
      return [fail(`the mail server at ${url.host} answers ${greeting.slice(0, 60)}`, remedy)]
    } catch (error) {
      return [fail(`the mail server at ${url.host}: ${messageOf(error)}`, 'correct SMTP_URL, or ask who keeps the mail server')]
    }
  },
}

/** Resolves with the first line that a mail server sends (RFC 5321, 3.1). */
async function greet({ protocol, hostname: host, port }: URL): Promise<string> {
  const isTls = protocol === 'smtps:'
  const place = { host, port: Number(port || (isTls ? 465 : 587)) }
  const socket = isTls ? connectTls({ ...place, servername: host }) : connect(place)
  try {
    const [first] = (await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer]
    return first.toString('latin1').split('\r\n', 1)[0] ?? ''
  } finally {
    socket.destroy()
  }
}
