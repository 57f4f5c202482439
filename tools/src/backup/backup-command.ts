import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openEventLog } from '@roadbook/event-log'
import { Command } from 'commander'
import type pg from 'pg'
import { messageOf } from '../doctor/examine.js'
import { bytesText } from '../log/describe-stats.js'
import { projectRoot } from '../project-root.js'
import { settledTill } from '../replay/settled-till.js'
import { DataDirectory } from '../start/data-directory.js'
import { silenceOutput, withDatabase } from '../with-database.js'
import type { LogNote, Trailer } from './archive.js'
import { namedFiles } from './named-files.js'
import { ArchiveReader } from './read-archive.js'
import { databaseNow, recordBackup } from './record-backup.js'
import { takeBackup } from './take-backup.js'
import { verifyBackup } from './verify-backup.js'
import { writeArchiveFile } from './write-archive.js'

/** `roadbook backup`: copies the database and the secrets of an installation into one file, while it runs. */
export function backupCommand(): Command {
  const command = new Command('backup')
    .description('copy database and secrets into one file, while Roadbook runs')
    .argument('<file>', 'to write; it is replaced when the new backup is whole. "-" is the standard output')
    .option('--without-secrets', 'leave the secrets of the data folder out', false)
    .option('--no-record', 'do not record it for "doctor" and the alarm, for example a copy for a test')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: BackupOptions) => backup(file, options))
  command
    .command('verify')
    .description('read a backup to its end, and check that nothing is missing or changed')
    .argument('<file>', 'a backup; "-" is the standard input')
    .action(async (file: string) => {
      const { header, trailer } = await verifyBackup(ArchiveReader.open(file))
      console.log(`whole: ${summaryOf(trailer)}, as of ${header.takenAt}, made by Roadbook ${header.version}`)
    })
  return command
}

const EXAMPLES = `
Every night, one file for each day of the week:
  17 6 * * * cd /srv/roadbook && npx roadbook backup /backup/roadbook-$(date +\\%a).zst
Encrypted with age. The earlier file stays if a part fails:
  set -o pipefail
  npx roadbook backup - | age -r age1… > roadbook.age.part && mv roadbook.age.part roadbook.zst.age`

interface BackupOptions {
  withoutSecrets: boolean
  /** False for a backup that must not count as one of the installation. */
  record: boolean
}

async function backup(file: string, { withoutSecrets, record }: BackupOptions): Promise<void> {
  // Messages go to the error output, because the standard output may be the backup.
  const say = (line: string) => console.error(line)
  // A database server that this command starts writes its log there.
  if (file === '-') silenceOutput(() => true)
  const isOwnDatabase = Boolean(process.env.DATABASE_URL)
  await withDatabase(async (pool, url) => {
    const surroundings = {
      version: ownVersion(),
      files: isOwnDatabase || withoutSecrets ? {} : new DataDirectory().keptFiles(),
      namedFiles: namedFiles(process.env),
      eventLog: await eventLogOf(pool, say),
    }
    const takenAt = await databaseNow(pool)
    const written = await writeArchiveFile(takeBackup(url, surroundings), file)
    say(`${file === '-' ? 'wrote' : `wrote ${file}:`} ${summaryOf(written)}, ${bytesText(written.bytes)}`)
    // The backup is good even if it cannot be recorded, for example on a standby, or with a role that may only read.
    if (record)
      await recordBackup(pool, { takenAt, file, bytes: written.bytes }).catch((error: unknown) =>
        say(`the backup is whole, but was not recorded, so doctor and the alarm do not know of it: ${messageOf(error)}`),
      )
    for (const [name, named] of Object.entries(surroundings.namedFiles)) say(`not in it: the file of ${name}, ${named}`)
    if (isOwnDatabase)
      say('not in it: secrets of your environment, such as MAIL_SECRET, and accounts at another identity provider')
  })
}

export const summaryOf = ({ rows, tables }: Pick<Trailer, 'rows' | 'tables'>): string => `${rows} rows of ${tables} tables`

/** Returns the version of this release. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version

/** Finds out where the event log is, and up to which time the packets in Kafka have been stored. */
async function eventLogOf(pool: pg.Pool, say: (line: string) => void): Promise<LogNote> {
  const spec = process.env.EVENT_LOG
  if (spec?.startsWith('kafka')) {
    const log = await openEventLog(spec, { clientId: 'roadbook-cli' })
    try {
      return { kind: 'kafka', settledTill: new Date(await settledTill(log, undefined, Date.now())).toISOString() }
    } catch (error) {
      say(`Kafka does not answer, so a restore will publish all of its packets again: ${(error as Error).message}`)
      return { kind: 'kafka' }
    } finally {
      await log.close()
    }
  }
  const { rows: tables } = await pool.query<{ name: string | null }>("SELECT to_regclass('event_log_topics')::text AS name")
  if (!tables[0]?.name) throw new Error('the database has no tables of Roadbook')
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM event_log_topics')
  return rows[0]!.count > 0 ? { kind: 'postgres' } : { kind: 'kafka' }
}
