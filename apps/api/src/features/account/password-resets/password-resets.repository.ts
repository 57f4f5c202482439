import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Locale } from '../../../texts/locale.js'

/** Maximum age of a request, in minutes. Older requests are dropped, because the user has probably sent another one by then. */
const PATIENCE_MINUTES = 10

interface ResetRequestRow {
  /** Account of the user; null when there is no such user. */
  subject: string | null
  is_late: boolean
}

interface ResetUserRow {
  email: string
  first_name: string
  locale: Locale
  time_zone: string | null
}

/** Requests for a new password. The queries run as the owner of the tables, because without a sign-in there is no tenant. */
@Injectable()
export class PasswordResetsRepository {
  /** Takes a request that no other process has taken. */
  take(transaction: ScopedTransaction): Promise<ResetRequestRow | undefined> {
    return transaction.row<ResetRequestRow>(sql`DELETE FROM password_reset_requests WHERE id =
        (SELECT id FROM password_reset_requests ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING subject, requested_at < now() - make_interval(mins => ${PATIENCE_MINUTES}) AS is_late`)
  }

  findUser(transaction: ScopedTransaction, issuer: string, subject: string): Promise<ResetUserRow | undefined> {
    return transaction.row<ResetUserRow>(sql`SELECT email, first_name, locale, time_zone FROM users
      WHERE issuer = ${issuer} AND subject = ${subject} AND deleted_at IS NULL`)
  }
}
