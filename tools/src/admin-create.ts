import type pg from 'pg'

export interface AdminRequest {
  email: string
  firstName: string
  lastName: string
}

/**
 * Adds a super admin whose account is at an outside identity provider. The first sign-in there with this verified e-mail is
 * linked to the user.
 * @throws Error when another user has the e-mail.
 */
export async function createAdmin(pool: pg.Pool, { email, firstName, lastName }: AdminRequest): Promise<void> {
  const { rowCount } = await pool.query(
    `INSERT INTO users (role_id, email, first_name, last_name) SELECT id, $1, $2, $3 FROM roles WHERE key = 'super-admin'
     ON CONFLICT DO NOTHING`,
    [email, firstName, lastName],
  )
  if (!rowCount) throw new Error(`there is a user with the e-mail ${email} already`)
}
