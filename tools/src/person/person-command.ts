import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import type pg from 'pg'
import { mailSecret, withDatabase } from '../with-database.js'
import { erasePerson } from './erase-person.js'
import { parseErased, readErased, stillHere } from './erased-list.js'
import { exportPerson } from './export-person.js'
import { reportErased } from './report-erased.js'

const WHO = 'e-mail addresses, user:ID and customer:ID of one person'
const ALSO = 'another text that names the person, such as a former name or a second phone number (repeatable)'
const collect = (text: string, so: string[]) => [...so, text]

interface EraseFlags {
  also: string[]
  confirm: boolean
  maskTexts: boolean
  everybody: boolean
}

/** `roadbook person`: for people who ask for their data, or who ask to be erased. */
export function personCommand(): Command {
  const command = new Command('person').description('export or erase everything that names a person (GDPR)')
  command
    .command('export')
    .description('write everything that names a person into a ZIP archive')
    .argument('<who...>', WHO)
    .requiredOption('--out <file>', 'archive to write; it must not exist')
    .option('--also <text>', ALSO, collect, [])
    .action((who: string[], { out, also }: { out: string; also: string[] }) =>
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
    .argument('<who...>', WHO)
    .option('--also <text>', ALSO, collect, [])
    .option('--mask-texts', 'replace the name by *** in free texts of other rows, which are otherwise only listed', false)
    .option('--everybody', 'erase everybody who has the e-mail address, even if their names differ', false)
    .option('--confirm', 'erase. It cannot be undone', false)
    .addHelpText('after', EXAMPLES)
    .action((who: string[], { also, confirm, maskTexts, everybody }: EraseFlags) =>
      withDatabase(async (pool) => {
        const options = { who, also, masksTexts: maskTexts, takesEverybody: everybody, isTrial: !confirm }
        await reportErased(await erasePerson(pool, { ...options, mailSecret: mailSecret() }), !confirm)
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
  npx roadbook person erase user:12 customer:34

A trial makes the changes and takes them back, so that its counts are exact. It gives up if it would have to wait for a lock for two
seconds. Positions are only counted. An erasure deletes the positions first, week by week; if it stops, run it again.`

/** Erases the persons of a list. Continues after a failure, so that one failure does not stop the other erasures. */
async function eraseAgain(pool: pg.Pool, file: string): Promise<void> {
  const list = parseErased(readFileSync(file, 'utf8'))
  const people = await stillHere(pool, list)
  let failed = 0
  for (const who of people)
    try {
      const { deleted, blanked } = await erasePerson(pool, { who: [who], mailSecret: mailSecret(), isTrial: false })
      console.log(`${who}: deleted ${sum(deleted)} rows, took the name from ${sum(blanked)}`)
    } catch (error) {
      failed += 1
      console.error(`${who}: ${(error as Error).message}`)
    }
  const absent = list.length - people.length
  console.log(
    `erased ${people.length - failed} of ${list.length}${absent > 0 ? `; this database does not have ${absent} of them` : ''}`,
  )
  if (failed > 0) throw new Error(`${failed} could not be erased. Run the command again before you start Roadbook`)
}

const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((so, count) => so + count, 0)
