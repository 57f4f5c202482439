import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'

interface ExportedFile {
  id: string
  userId: number
  name: string
  /** Contents as gzip; null when the file was attached to the mail. */
  content: Buffer | null
  expiresAt: Date
}

@Injectable()
export class ExportedFilesRepository {
  /** @returns false when the file already exists */
  async add(transaction: ScopedTransaction, { id, userId, name, content, expiresAt }: ExportedFile): Promise<boolean> {
    // The file may contain data of every business that the user sees.
    const businessIds = transaction.scope === 'all' ? null : [...transaction.scope]
    const added = await transaction.row(sql`INSERT INTO exported_files (id, user_id, name, content, business_ids, expires_at)
      VALUES (${id}, ${userId}, ${name}, ${content}, ${businessIds}::int[], ${expiresAt}) ON CONFLICT (id) DO NOTHING RETURNING id`)
    return added !== undefined
  }

  /**
   * Finds a file for the user who requested it. The file must not have expired. The user must still see all these
   * businesses (policy of the table).
   */
  find(transaction: ScopedTransaction, userId: number, id: string): Promise<{ name: string; content: Buffer } | undefined> {
    return transaction.row(sql`SELECT f.name, f.content FROM exported_files f
      WHERE f.id = ${id} AND f.user_id = ${userId} AND f.content IS NOT NULL AND f.expires_at > now()`)
  }

  async firstNameOf(transaction: ScopedTransaction, userId: number): Promise<string> {
    const user = await transaction.row<{ first_name: string }>(sql`SELECT first_name FROM users WHERE id = ${userId}`)
    return user?.first_name ?? ''
  }
}
