import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import type pg from 'pg'
import { DataDirectory } from '../start/data-directory.js'
import { withDatabase } from '../with-database.js'
import { type Erased, erasePerson } from './erase-person.js'
import { parseErased, readErased, stillHere } from './erased-list.js'
import { exportPerson } from './export-person.js'
import { logLinesNaming } from './log-lines.js'
import { PLACES } from './places/places.js'

const WHO = 'e-mail address, user:ID or customer:ID'
const ALSO = 'another text that names the person, such as a former name or a second phone number (repeatable)'
const collect = (text: string, so: string[]) => [...so, text]

/** `roadbook person`: answers a person who asks for their data, or asks to be erased. */
export function personCommand(): Command {
  const command = new Command('person').description('export or erase everything that names a person (GDPR)')
  command
    .command('export')
    .description('write everything that names a person into a ZIP archive')
    .argument('<who>', WHO)
    .requiredOption('--out <file>', 'archive to write; it must not exist')
    .option('--also <text>', ALSO, collect, [])
    .action((who: string, { out, also }: { out: string; also: string[] }) =>
      withDatabase(async (pool) => {
        if (existsSync(out)) throw new Error(`${out} exists already. Nothing was written`)
        const listed = await exportPerson(pool, { who, also, out, mailSecret: mailSecret() })
        for (const { file, rows, holds } of listed) console.log(`${file}: ${rows}, ${holds}`)
        console.log(`wrote ${out}. Open its index.html. Hand it only to the person, after you know that it is they who ask`)
      }),
    )
  command
    .command('erase')
    .description('erase a person. Without --confirm, only list what would go and what would stay')
    .argument('<who>', WHO)
    .option('--also <text>', ALSO, collect, [])
    .option('--confirm', 'erase. It cannot be undone', false)
    .addHelpText('after', EXAMPLES)
    .action((who: string, { also, confirm }: { also: string[]; confirm: boolean }) =>
      withDatabase(async (pool) => {
        const erased = await erasePerson(pool, { who, also, mailSecret: mailSecret(), isTrial: !confirm })
        await report(erased, !confirm)
      }),
    )
  command
    .command('erased')
    .description('print who was erased, by ids alone. Keep this list outside of your backups')
    .action(() =>
      withDatabase(async (pool) => {
        for (const entry of await readErased(pool)) console.log(JSON.stringify(entry))
      }),
    )
  command
    .command('again')
    .description('erase everybody on a list of "person erased" once more, after an older backup was restored')
    .argument('<file>', 'the list')
    .action((file: string) => withDatabase((pool) => eraseAgain(pool, file)))
  return command
}

const EXAMPLES = `
Look first, then erase, then look whether a process wrote something meanwhile:
  npx roadbook person erase anna@example.org
  npx roadbook person erase anna@example.org --confirm
  npx roadbook person erase customer:12`

/** Secret with which the API encrypts waiting mails. */
const mailSecret = (): string =>
  process.env.MAIL_SECRET || (process.env.DATABASE_URL ? process.env.DATABASE_URL : new DataDirectory().secret('mail'))

async function eraseAgain(pool: pg.Pool, file: string): Promise<void> {
  const list = parseErased(readFileSync(file, 'utf8'))
  const people = await stillHere(pool, list)
  for (const who of people) {
    const { deleted, blanked } = await erasePerson(pool, { who, mailSecret: mailSecret(), isTrial: false })
    console.log(`${who}: deleted ${sum(deleted)} rows, took the name from ${sum(blanked)}`)
  }
  const absent = list.length - people.length
  console.log(`erased ${people.length} of ${list.length}${absent > 0 ? '; this database does not have the others' : ''}`)
}

async function report(erased: Erased, isTrial: boolean): Promise<void> {
  const { person, deleted, blanked, masked, kept, left, trackers, outsideAccounts } = erased
  const ids = [...person.users.map(({ id }) => `user:${id}`), ...person.customers.map(({ id }) => `customer:${id}`)]
  console.log(`${isTrial ? 'TRIAL, nothing was changed. ' : ''}${ids.join(', ') || 'no user and no customer, only texts'}`)
  print(isTrial ? 'Would be deleted' : 'Deleted', deleted)
  print(isTrial ? 'Would lose the name' : 'Without the name now', blanked)
  print(isTrial ? 'Would have names replaced in texts' : 'Names replaced in texts', masked)
  console.log('\nStays:')
  for (const { table, rows, because } of kept) console.log(`  ${table}: ${rows}, ${because}`)
  for (const { table, row, column } of left)
    console.log(`  ${table} ${row}, ${column} still names the person: ${PLACES[table]?.unchangeable ?? ''}`)
  console.log('  messages of trackers in the event log: seven days, then they go by themselves')
  for (const line of await logLinesNaming(new DataDirectory().in('logs'), person.values)) console.log(`  ${line}`)
  console.log('\nLook at yourself:')
  console.log('  backups: they go with their age. After you restore one, run "person again" with a list of "person erased"')
  console.log('  files that were handed out: exports, reports, mails at a mail server, what webhooks received')
  for (const imei of trackers)
    console.log(`  tracker ${imei} ${isTrial ? 'is' : 'was'} on a vehicle: take it off or switch it off, or it goes on sending`)
  for (const subject of outsideAccounts)
    console.log(`  account ${subject} at your identity provider: the API removes it, look whether it did`)
  if (!isTrial && trackers.length > 0)
    console.log(`  run this in five minutes, for what a process had in memory: npx roadbook person erase ${ids.at(-1)} --confirm`)
  if (isTrial) console.log('\nTo erase, run the same command with --confirm. It cannot be undone')
}

function print(title: string, counts: Readonly<Record<string, number>>): void {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  if (some.length === 0) return
  console.log(`\n${title}:`)
  for (const [table, count] of some) console.log(`  ${table}: ${count}, ${PLACES[table]?.holds ?? 'jobs that name the person'}`)
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((so, count) => so + count, 0)
