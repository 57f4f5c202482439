import { Seal } from '@roadbook/api/mail/seal'
import type { Database } from './catalogue.js'
import { isNamedIn } from './mentions.js'
import { readable } from './readable.js'

/** A stored mail or file that names the person. */
export interface Stored {
  id: string
  /** File name for the archive. */
  name: string
  bytes: Buffer
}

/**
 * Yields waiting mails that are sent to the person or name them.
 * @param secret secret with which waiting mails are encrypted
 * @throws Error if a waiting mail cannot be opened with it
 */
export async function* waitingMails(database: Database, values: readonly string[], secret: string): AsyncGenerator<Stored> {
  const seal = new Seal(secret)
  for await (const { id, bytes } of rowsOf(database, 'outgoing_mails', 'id::text', 'sealed')) {
    const mail = await seal.open(id, bytes).catch(() => {
      throw new Error(
        'a waiting mail cannot be opened, so nobody knows whom it names. Set MAIL_SECRET as the API has it ' +
          '(without one, the API uses its DATABASE_URL), or wait until the mails are sent',
      )
    })
    const text = JSON.stringify(mail, null, 2)
    const { attachments = [] } = mail as { attachments?: { content: string; encoding?: 'base64' }[] }
    const inside = attachments.flatMap(({ content, encoding }) => [...readable(Buffer.from(content, encoding ?? 'utf8'))])
    if ([text, ...inside].some((one) => isNamedIn(one, values)))
      yield { id, name: `mails/waiting-${id}.json`, bytes: Buffer.from(text) }
  }
}

/** Yields mails in the mailbox that are sent to the person or name them. */
export async function* mailboxMails(database: Database, values: readonly string[]): AsyncGenerator<Stored> {
  for await (const { id, bytes } of rowsOf(
    database,
    'mailbox.mails',
    'id::text',
    "convert_to(array_to_string(envelope_to, ' ') || E'\\n' || envelope_from || E'\\n' || subject || E'\\n\\n', 'UTF8') || raw",
  )) {
    const raw = bytes.subarray(bytes.indexOf('\n\n') + 2)
    if (isNamedIn(bytes.toString('utf8'), values) || [...readable(raw)].some((text) => isNamedIn(text, values)))
      yield { id, name: `mails/mailbox-${id}.eml`, bytes: raw }
  }
}

/** Yields the rows of a table one after the other. */
export async function* rowsOf(
  database: Database,
  table: string,
  id: string,
  content: string,
  condition = 'TRUE',
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
