import { Seal } from '@roadbook/api/mail/seal'
import type { Database } from './catalogue.js'
import { isNamedIn } from './names.js'
import { readable } from './readable.js'
import type { Person } from './person.js'

/** A stored mail that goes to the person or names the person. */
export interface Stored {
  id: string
  /** Table of the mail. */
  in: 'outgoing_mails' | 'mailbox.mails'
  /** True for a mail to the person, false for a mail to somebody else. */
  isTheirs: boolean
  at: Date
  /** Template. Null if it is no longer known. */
  template: string | null
  /** Text of a waiting mail to the person, without links. Absent for mails with a password or a link that opens an account. */
  text?: string
}

/** Templates of mails whose text opens an account. */
const OPENS_ACCOUNT = /^(password-reset|temporary-password|invitation)/

interface Sealed {
  to?: string
  subject?: string
  text?: string
  attachments?: { content: string; encoding?: 'base64' }[]
}

/**
 * Yields waiting mails that are sent to the person or name them.
 * @param secret secret with which waiting mails are encrypted
 * @throws Error if a waiting mail cannot be decrypted with the secret
 */
export async function* waitingMails(database: Database, { values, emails }: Person, secret: string): AsyncGenerator<Stored> {
  const seal = new Seal(secret)
  const { rows: heads } = await database.query<{ id: string; template: string; at: Date }>(
    'SELECT id::text, template, created_at AS at FROM outgoing_mails WHERE sealed IS NOT NULL ORDER BY 1',
  )
  for (const { id, template, at } of heads) {
    const { rows } = await database.query<{ sealed: Buffer }>(
      'SELECT sealed FROM outgoing_mails WHERE id = $1 AND sealed IS NOT NULL',
      [id],
    )
    if (!rows[0]) continue
    const mail = await (seal.open(id, rows[0].sealed) as Promise<Sealed>).catch(() => {
      throw new Error(
        'a waiting mail cannot be opened, so nobody knows whom it names. Set MAIL_SECRET as the API has it ' +
          '(without one, the API uses its DATABASE_URL), or wait until the mails are sent',
      )
    })
    const common = { id, in: 'outgoing_mails', template, at } as const
    if (emails.includes((mail.to ?? '').toLowerCase())) {
      const text = `To: ${mail.to}\nSubject: ${mail.subject ?? ''}\n\n${mail.text ?? ''}\n`
      yield { ...common, isTheirs: true, ...(!OPENS_ACCOUNT.test(template) && { text: withoutLinks(text) }) }
      continue
    }
    const inside = (mail.attachments ?? []).flatMap(({ content, encoding }) => [
      ...readable(Buffer.from(content, encoding ?? 'utf8')),
    ])
    if ([JSON.stringify(mail, null, 2), ...inside].some((one) => isNamedIn(one, values))) yield { ...common, isTheirs: false }
  }
}

/** Yields mails in the mailbox that are sent to the person or name them. */
export async function* mailboxMails(database: Database, { values, emails }: Person): AsyncGenerator<Stored> {
  const { rows: heads } = await database.query<{ id: string; to: string[]; at: Date; subject: string; template: string | null }>(
    `SELECT m.id::text, m.envelope_to AS "to", m.received_at AS at, m.subject, o.template FROM mailbox.mails m
     LEFT JOIN outgoing_mails o ON o.id::text = substring(m.message_id FROM '^<?([0-9a-f-]{36})@') ORDER BY m.id`,
  )
  for (const { id, to, at, subject, template } of heads) {
    const common = { id, in: 'mailbox.mails', template, at } as const
    if (to.some((one) => emails.includes(one.toLowerCase()))) {
      yield { ...common, isTheirs: true }
      continue
    }
    const { rows } = await database.query<{ raw: Buffer }>('SELECT raw FROM mailbox.mails WHERE id = $1', [id])
    const texts = [subject, ...(rows[0] ? readable(rows[0].raw) : [])]
    if (texts.some((text) => isNamedIn(text, values))) yield { ...common, isTheirs: false }
  }
}

/** Replaces links in a mail. A link may give its reader access, so archives contain no links. */
const withoutLinks = (text: string): string => text.replaceAll(/https?:\/\/\S+/gi, '[link]')

/** Yields the rows of a table with a file, one after the other. */
export async function* filesIn(
  database: Database,
  table: string,
  { id, content, condition }: { id: string; content: string; condition: string },
): AsyncGenerator<{ id: string; bytes: Buffer; type: string | null }> {
  const type = /photos|documents|report_files/.test(table) && !table.startsWith('missing') ? 'media_type' : 'NULL'
  const { rows: ids } = await database.query<{ id: string }>(
    `SELECT ${id} AS id FROM ${table} t WHERE ${content} IS NOT NULL AND (${condition}) ORDER BY 1`,
  )
  for (const { id: one } of ids) {
    const { rows } = await database.query<{ bytes: Buffer; type: string | null }>(
      `SELECT ${content} AS bytes, ${type} AS type FROM ${table} t WHERE ${id} = $1`,
      [one],
    )
    if (rows[0]) yield { id: one, ...rows[0] }
  }
}
