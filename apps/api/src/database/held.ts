import type { Problem } from '../http/problems.js'

const FOREIGN_KEY_VIOLATION = '23503'
/**
 * Error code for a row that cannot be deleted because others refer to it. PostgreSQL raises it for RESTRICT references from
 * version 18 on. Our own rules raise it in every version.
 */
const RESTRICT_VIOLATION = '23001'

/**
 * Turns the error for a row that others still refer to into a problem for the caller. Other errors pass through.
 * @param toProblem receives the name of the constraint
 */
export async function heldBy<T>(
  work: Promise<T>,
  toProblem: (constraint: string | undefined, cause: unknown) => Problem,
): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code !== FOREIGN_KEY_VIOLATION && code !== RESTRICT_VIOLATION) throw error
    throw toProblem(typeof constraint === 'string' ? constraint : undefined, error)
  }
}
