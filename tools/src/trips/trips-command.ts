import { Command } from 'commander'
import { parseCount, parseInstant } from '../log/parse-options.js'
import { counted } from '../replay/report.js'
import { withDatabase } from '../with-database.js'
import { recalculateBusiness } from './recalculate-business.js'
import { tripCases } from './trip-cases.js'

interface Flags {
  business: number
  from: number
  till?: number
  dryRun: boolean
}

/** `roadbook trips`: recalculates a business's trips with today's rules and rest times, and lists what people corrected. */
export const tripsCommand = (): Command =>
  new Command('trips')
    .description('trips of vehicles')
    .addCommand(
      new Command('recalculate')
        .description(
          'cut the trips of a business again, for example after another rest was chosen to end them; they keep their ids',
        )
        .requiredOption('--business <id>', 'whose trips, with those of the businesses below it', parseCount)
        .requiredOption('--from <time>', 'since: 2025-11-20, 2025-11-20T07:00Z, or how long ago: 2h, 3d', parseInstant)
        .option('--till <time>', 'before; now unless told otherwise', parseInstant)
        .option('--dry-run', 'say what would change and write nothing', false)
        .action((flags: Flags) => recalculate(flags)),
    )
    .addCommand(
      new Command('cases')
        .description(
          'print what people corrected (trips joined, trips deleted), a JSON line each, without places, dates and names',
        )
        .requiredOption('--from <time>', 'corrected since: 2025-11-20, or how long ago: 2h, 90d', parseInstant)
        .action(({ from }: Pick<Flags, 'from'>) =>
          withDatabase(async (pool) => {
            for await (const one of tripCases(pool, from)) console.log(JSON.stringify(one))
          }),
        ),
    )

async function recalculate({ business: businessId, from, till = Date.now(), dryRun }: Flags): Promise<void> {
  if (from >= till) throw new Error('--from must be before --till')
  const told = await withDatabase((pool) => recalculateBusiness(pool, { businessId, from, till, dryRun }))
  const { trackers, added, changed, removed } = told
  const changes = `${counted(changed, 'trip')} changed, ${added} added, ${removed} removed`
  console.log(`${dryRun ? 'would be: ' : ''}${changes}, of ${counted(trackers, 'tracker')}`)
}
