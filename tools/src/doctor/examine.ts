import { within } from '@roadbook/platform'
import type { Check, Finding, Patient, WithDatabase, WithLog } from './check.js'

/**
 * Time-out of a check, in milliseconds. It is longer than the slowest regular answer takes. Because of the time-out, a
 * check that hangs does not stop the other checks.
 */
const PATIENCE_MS = 20_000

/**
 * Runs the checks one after the other and yields their findings as they come. If a check needs a database or event log that is
 * unavailable, the check is skipped with a notice.
 */
export async function* examine(patient: Patient, checks: readonly Check[], patienceMs = PATIENCE_MS): AsyncGenerator<Finding> {
  const away = new Set<string>()
  for (const check of checks) {
    if (check.needs !== undefined && away.has(check.needs)) {
      yield {
        check: check.name,
        status: 'warn',
        text: `not looked at: the ${check.needs} is away`,
        remedy: `mend the ${check.needs} first`,
      }
      continue
    }
    const findings = await within(
      patienceMs,
      lookOf(check, patient),
      () => new Error(`no answer within ${patienceMs / 1_000} s`),
    ).catch((error: unknown) => [
      {
        status: 'fail' as const,
        text: `could not look: ${messageOf(error)}`,
        remedy: 'mend what the message names, then look again',
      },
    ])
    // The check named `database` or `event log` decides whether the checks that need it can run.
    if (findings.some(({ status }) => status === 'fail')) away.add(check.name)
    for (const finding of findings) yield { check: check.name, ...finding }
  }
}

function lookOf(check: Check, patient: Patient): Promise<Omit<Finding, 'check'>[]> {
  if (check.needs === 'database') return check.look(patient as WithDatabase)
  if (check.needs === 'event log') return check.look(patient as WithLog)
  return check.look(patient)
}

/**
 * Returns the message of an error. Some errors have no message and only contain other errors, for example after refused
 * connections to several addresses. For these, returns the message of one of them.
 */
export function messageOf(error: unknown): string {
  const { message, errors, code } = error as { message?: string; errors?: Error[]; code?: string }
  return message || errors?.map((one) => one.message).join('; ') || code || String(error)
}
