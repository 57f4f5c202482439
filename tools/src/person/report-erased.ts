import { DataDirectory } from '../start/data-directory.js'
import type { Erased } from './erase-person.js'
import { logLinesNaming } from './log-lines.js'
import type { Mention } from './mentions.js'
import { idsOf } from './person.js'
import { PLACES } from './places/places.js'

/** Maximum number of texts that a trial of an erasure prints in full. */
const SHOWN_TEXTS = 20
const MAIL_DAYS = 30

/**
 * Prints an erasure. A trial prints names and texts, so that the operator sees whom it would erase. After the erasure only ids
 * are printed, because the output is the operator's record.
 */
export async function reportErased(erased: Erased, isTrial: boolean): Promise<void> {
  const { person, deleted, blanked, kept } = erased
  console.log(isTrial ? 'TRIAL, nothing was changed' : 'ERASED')
  for (const line of foundLines(erased, isTrial)) console.log(`  ${line}`)
  const { exported_files, report_files, ...own } = deleted
  print(isTrial ? 'Would be deleted' : 'Deleted', own)
  print('Files of the whole business, which can be made again', { exported_files, report_files })
  print(isTrial ? 'Would lose the name' : 'Without the name now', blanked)
  printMasked(erased, isTrial)
  console.log('\nKept:')
  for (const { table, rows, because } of kept) console.log(`  ${table}: ${rows}, ${because}`)
  for (const line of sharedLines(erased, isTrial)) console.log(`  ${line}`)
  console.log('  messages of trackers in the event log: seven days, then they go by themselves')
  for (const line of await logLinesNaming(new DataDirectory().in('logs'), person.values)) console.log(`  ${line}`)
  printLeft(erased.left, isTrial)
  console.log('\nDo this by hand:')
  for (const line of byHand(erased, isTrial)) console.log(`  ${line}`)
  if (isTrial) console.log('\nTo erase, run the same command with --confirm. It cannot be undone')
}

/** Returns a line for each user and customer who was found. */
export function foundLines({ person }: Pick<Erased, 'person'>, isTrial: boolean): string[] {
  const lines = [
    ...person.users.map((one) => ['user', one] as const),
    ...person.customers.map((one) => ['customer', one] as const),
  ].map(([kind, { id, first_name, last_name, business }]) =>
    isTrial ? `${kind}:${id}, ${first_name} ${last_name}, ${business ?? 'no business'}` : `${kind}:${id}`,
  )
  return lines.length > 0 ? lines : ['no user and no customer, only texts']
}

/** Returns a line for each value that another person has, too. */
export const sharedLines = ({ person }: Pick<Erased, 'person'>, isTrial: boolean): string[] =>
  person.shared.map(
    ({ value, with: others }) =>
      `${isTrial ? `"${value}"` : 'a name, number or address'} in texts and mails: kept, because ${others} has it too`,
  )

function byHand({ person, mailsToOthers, trackers, missing, outsideAccounts }: Erased, isTrial: boolean): string[] {
  const ids = idsOf(person)
  const again = `npx roadbook person erase ${ids.join(' ')} --confirm`
  return [
    'backups: they go with their age. After you restore one, run "person again" with a list of "person erased"',
    'files that were handed out: exports, reports, mails at a mail server, what webhooks received',
    ...mailsToOthers.map(({ id, template, at }) => {
      const till = new Date(at.getTime() + MAIL_DAYS * 86_400_000).toISOString().slice(0, 10)
      return `mail ${id} (${template}) to somebody else names the person: it is sent, or goes by ${till}`
    }),
    ...missing.map((id) => `vehicle ${id} is reported missing: end the case in the portal before you erase`),
    ...trackers.map(
      (imei) => `tracker ${imei} ${isTrial ? 'is' : 'was'} on a vehicle: take it off or switch it off, or it goes on sending`,
    ),
    ...outsideAccounts.map((subject) => `account ${subject} at your identity provider: the API removes it, look whether it did`),
    ...(!isTrial && trackers.length > 0 ? [`run this in five minutes, for what a process had in memory: ${again}`] : []),
  ]
}

function printMasked({ masked }: Erased, isTrial: boolean): void {
  if (masked.length === 0) return
  console.log(
    `\n${isTrial ? 'Texts of others in which the name would be replaced' : 'Texts in which the name was replaced'}: ${masked.length}`,
  )
  for (const { table, row, column, before, after } of masked.slice(0, isTrial ? SHOWN_TEXTS : undefined))
    console.log(`  ${table} ${row}, ${column}${isTrial ? `: ${before} -> ${after}` : ''}`)
  if (isTrial && masked.length > SHOWN_TEXTS) console.log(`  and ${masked.length - SHOWN_TEXTS} more`)
}

function printLeft(left: readonly Mention[], isTrial: boolean): void {
  if (left.length === 0) return
  console.log('\nStill has the same value:')
  for (const { table, row, column, path, text, because } of left)
    console.log(
      `  ${[table, row].filter(Boolean).join(' ')}, ${column}${path && path !== '$' ? ` ${path}` : ''}${isTrial ? `: ${text}` : ''}` +
        ` (${because ?? 'a free text: edit it in the portal, or add --mask-texts'})`,
    )
}

function print(title: string, counts: Readonly<Record<string, number | undefined>>): void {
  const some = Object.entries(counts).filter(([, count]) => count)
  if (some.length === 0) return
  console.log(`\n${title}:`)
  for (const [table, count] of some)
    console.log(`  ${table}: ${count}, ${PLACES[table]?.holds ?? 'ended jobs that name the person'}`)
}
