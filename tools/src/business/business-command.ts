import { Command, InvalidArgumentError } from 'commander'
import { ownVersion } from '../backup/backup-command.js'
import { mailSecret, withDatabase } from '../with-database.js'
import { ArchiveFolder } from './archive/read-archive.js'
import { exportBusiness } from './export-business.js'
import { importBusiness, type Trial, tryImport } from './import-business.js'

interface ImportFlags {
  apply: boolean
  accounts?: string
}

/** `roadbook business`: exports the data of a business, or moves the business to another installation. `say` prints a line. */
export function businessCommand(say: (line: string) => void = console.log): Command {
  const command = new Command('business').description('hand a business its data, or move it to another installation')
  command
    .command('export')
    .description('write everything of a business, and of those below it, into an archive, while Roadbook runs')
    .argument('<business>', 'id of the business', businessId)
    .requiredOption('--out <path>', 'folder to write, or a ZIP file if it ends with .zip. An unfinished folder is continued')
    .action((id: number, { out }: { out: string }) =>
      withDatabase(async (pool) => {
        const { business, losses } = await exportBusiness(pool, { businessId: id, out, version: ownVersion(), notify: say })
        for (const line of losses.map(sentenceOf)) say(line)
        say(`wrote ${out}: ${business.name}. Its README.txt says what it contains. It has personal data: keep it safe`)
      }),
    )
  command
    .command('import')
    .description('the trial: count what an archive has, and name what is here already. With --apply, add it')
    .argument('<path>', 'folder or ZIP file of an export')
    .option('--apply', 'add everything, or nothing if something fails', false)
    .option('--accounts <url>', 'address of the embedded identity provider, to make accounts there without a known password')
    .addHelpText('after', EXAMPLES)
    .action((path: string, flags: ImportFlags) => ArchiveFolder.with(path, (archive) => bringIn(archive, flags, say)))
  return command
}

const EXAMPLES = `
Both installations need the same release. Look first, then stop Roadbook and add:
  npx roadbook business import business-12
  npx roadbook business import business-12 --apply --accounts http://localhost:8081`

function businessId(text: string): number {
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1)
    throw new InvalidArgumentError('the id of a business is needed, a whole number from 1 to 2147483647')
  return id
}

async function bringIn(archive: ArchiveFolder, { apply, accounts }: ImportFlags, say: (line: string) => void): Promise<void> {
  await withDatabase(async (pool) => {
    const trial = await tryImport(pool, archive)
    for (const line of describe(trial)) say(line)
    if (trial.refused.length > 0) throw new Error('something of the archive is here already. Nothing was changed')
    if (!apply) return say('Nothing was changed. To add it, stop Roadbook, and add --apply')
    await importBusiness(pool, archive, { mailSecret: mailSecret(), issuer: accounts })
    say(accounts ? ACCOUNTS : NO_ACCOUNTS)
  })
}

const ACCOUNTS = 'Added. Invite the users again in the portal: each gets a temporary password'
const NO_ACCOUNTS = 'Added. Users sign in with the account that your identity provider has for their e-mail address'

/** Describes a trial import for people: first the counts, then every loss. */
export function describe({ description, refused, rights, forAll }: Trial): string[] {
  const { business, takenAt, version, tables, losses, untaken } = description
  const secrets = untaken.filter(({ kind }) => kind === 'secret')
  const changed = tables.filter((table) => table.changed)
  return [
    `${business.name} (business ${business.id}), as of ${takenAt}, exported by Roadbook ${version}`,
    ...tables.map(({ table, rows, holds }) => `${table.padEnd(30)}${String(rows).padStart(9)}  ${holds}`),
    ...section('Not taken, or with a loss', losses.map(sentenceOf)),
    ...section(
      'Otherwise than there, where it applies',
      changed.map(({ table, changed: other }) => `${table}: ${other!.because}`),
    ),
    ...section(
      'Not in the archive, because it lets somebody in',
      secrets.map(({ table, why }) => `${table}: ${why}`),
    ),
    ...section('Other rights', rights),
    ...section('Added for all businesses', forAll),
    ...section('Here already', refused),
  ]
}

function sentenceOf({ table, column, rows, why, isHidden }: Trial['description']['losses'][number]): string {
  if (column) return `${table}.${column}: ${rows} are empty, because ${why}`
  return isHidden
    ? `${table}: ${rows} are not in the archive, because ${why}`
    : `${table}: ${rows} are only in left/${table}.ndjson, because ${why}`
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title} (${lines.length}):`, ...lines.map((line) => `  ${line}`)]
