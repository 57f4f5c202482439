import type { Problem } from '../http/problems.js'

const FOREIGN_KEY_VIOLATION = '23503'
/** The same of a reference that is restricted, from PostgreSQL 18 on; and what our own rules forbid. */
const RESTRICT_VIOLATION = '23001'

/**
 * Turns "something still refers to it" into the problem that its caller understands; every other error passes.
 * @param toProblem is given the constraint that refers to it
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
