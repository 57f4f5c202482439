import { type Problem } from '../http/problems.js'

const CHECK_VIOLATION = '23514'

/**
 * Turns a rule of the database that a value broke into the problem that its caller understands; every other error passes.
 * Rules raise texts of our own, so the message may be shown.
 */
export async function refusedBy<T>(work: Promise<T>, toProblem: (message: string) => Problem): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint, message } = error as { code?: unknown; constraint?: unknown; message?: unknown }
    // Only what a trigger raised: a named constraint speaks of columns.
    if (code === CHECK_VIOLATION && !constraint && typeof message === 'string') throw toProblem(message)
    throw error
  }
}
