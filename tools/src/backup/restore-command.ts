import { directUrl } from '@roadbook/platform'
import { Command } from 'commander'
import { DataDirectory } from '../start/data-directory.js'
import type { Header } from './archive.js'
import { ownVersion, summaryOf } from './backup-command.js'
import { assertReadable, type Loaded, loadBackup, NotMigrated } from './load-backup.js'
import { ArchiveReader } from './read-archive.js'
import { restoreHere } from './restore-here.js'

/** `roadbook restore`: restores an installation from a backup. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('make an installation of a backup, in an empty data folder, or in the empty database of DATABASE_URL')
    .argument('<file>', 'a backup; "-" is the standard input')
    .addHelpText('after', EXAMPLES)
    .action(restore)
}

const EXAMPLES = `
On a new machine, and then "npm start":
  npx roadbook restore /backup/roadbook-Mon.zst
Look at an old backup without touching what runs:
  ROADBOOK_DATA_DIR=/tmp/old npx roadbook restore /backup/roadbook-Mon.zst`

async function restore(file: string): Promise<void> {
  const begun = Date.now()
  const archive = ArchiveReader.open(file)
  const header = await archive.header()
  assertReadable(header, ownVersion())
  console.log(`Restoring the backup of ${header.takenAt}, made by Roadbook ${header.version}`)
  const databaseUrl = process.env.DATABASE_URL && directUrl(process.env)
  const loading = databaseUrl ? loadBackup(databaseUrl, header, archive) : restoreHere(new DataDirectory(), header, archive)
  const loaded = await loading.catch((error: unknown) => {
    if (!(error instanceof NotMigrated)) throw error
    throw new Error(`${error.message}. ${afterFailedMigration(Boolean(databaseUrl))}`, { cause: error })
  })
  console.log(`Restored ${summaryOf(loaded)} in ${Math.round((Date.now() - begun) / 1_000)} s`)
  for (const line of nextSteps(header, loaded, Boolean(databaseUrl))) console.log(line)
}

const afterFailedMigration = (isOwnDatabase: boolean): string =>
  isOwnDatabase
    ? 'Remove the cause and run "npx roadbook migrate" with the same DATABASE_URL, or restore into a new database with the release that made the backup'
    : 'The data folder has no database yet: remove the cause and run the same command again, or restore with the release that made the backup'

/** Returns lines for the operator: facts about the restored installation, and steps that remain to be done. */
export function nextSteps(header: Header, { leftOut }: Pick<Loaded, 'leftOut'>, isOwnDatabase: boolean): string[] {
  const secrets = Object.keys(header.files)
  return [
    ...leftOut.map((table) => `Not restored: ${table}`),
    ...Object.entries(header.namedFiles).map(
      ([name, file]) => `Not in the backup: the file of ${name}, ${file}. Put it back yourself`,
    ),
    ...(isOwnDatabase
      ? [
          'Set MAIL_SECRET as it was: it encrypts waiting mails and the secrets of webhooks. ' +
            (secrets.includes('mail.secret')
              ? 'The backup is of one machine, which had it in its file mail.secret: "zstd -dc FILE | head -1" shows it'
              : 'If it was not set, it was the DATABASE_URL of the API'),
        ]
      : secrets.includes('mail.secret')
        ? []
        : [
            'The backup has no secrets. Put mail.secret into the data folder, or waiting mails and secrets of webhooks cannot be decrypted',
          ]),
    `Persons who were erased after ${header.takenAt} are back. Before you start: npx roadbook person again LIST`,
    isOwnDatabase ? '1. Start Roadbook' : '1. Start Roadbook: npm start',
    afterwards(header),
    'Mails, webhook deliveries and jobs that waited in the backup are sent again, with the same ids',
  ]
}

function afterwards({ eventLog, takenAt }: Header): string {
  if (eventLog.kind === 'postgres')
    return `2. Packets since ${takenAt} were in the lost database. If you exported some: npx roadbook replay --file FILE`
  return `2. Store again what came since: npx roadbook replay --from ${eventLog.settledTill ?? '7d'}`
}
