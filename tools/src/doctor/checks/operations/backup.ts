import { lastBackup, type MadeBackup } from '../../../backup/record-backup.js'
import { durationText } from '../../../log/describe-stats.js'
import { fail, ok, warn, type Check } from '../../check.js'

const HOUR_MS = 3_600_000
/** Age of a nightly backup from which a night was missed. */
const WARN_AGE_MS = 36 * HOUR_MS
const FAIL_AGE_MS = 7 * 24 * HOUR_MS
const PAGE = 'docs/operating/backup.md'

export const backup: Check = {
  name: 'backup',
  needs: 'database',
  look: async ({ pool, now }) => [judgeBackup(await lastBackup(pool), now())],
}

/** Rates the age of the last backup. */
export function judgeBackup(last: MadeBackup | undefined, now: number) {
  if (!last)
    return warn(
      'no backup was made by "npx roadbook backup"',
      `make one every night (${PAGE}). If you back up PostgreSQL by other means, watch these backups there`,
    )
  const ageMs = now - last.takenAt.getTime()
  const text = `the last backup is ${durationText(Math.max(0, ageMs))} old (${last.file === '-' ? 'standard output' : last.file})`
  if (ageMs < WARN_AGE_MS) return ok(text)
  const remedy = `does cron run "npx roadbook backup", and has its disk room? Its mails have the reason of a failure (${PAGE})`
  return ageMs < FAIL_AGE_MS ? warn(text, remedy) : fail(text, remedy)
}
