import type { Problem } from '../http/problems.js'

const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

/** Turns the error for a row that is locked elsewhere into a problem for the caller. Other errors pass through. */
export async function lockedBy<T>(work: Promise<T>, toProblem: () => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? toProblem() : error
  }
}

/** Turns a unique violation into a problem for the caller. Other errors pass through. */
export async function takenBy<T>(work: Promise<T>, toProblem: (constraint: string) => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === UNIQUE_VIOLATION && typeof constraint === 'string') throw toProblem(constraint)
    throw error
  }
}
