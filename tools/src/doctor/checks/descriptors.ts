import { gatewayShape } from '@roadbook/gateway/limits'
import { readConfiguration } from '@roadbook/platform'
import { fail, ok, warn, type Check } from '../check.js'

/**
 * Number of file descriptors that are kept for other things than trackers' connections: listening sockets, the database,
 * logs.
 */
const OTHERS = 200

export const descriptors: Check = {
  name: 'descriptors',
  look: ({ environment }) => {
    const { MAX_CONNECTIONS } = readConfiguration({ MAX_CONNECTIONS: gatewayShape.MAX_CONNECTIONS }, environment)
    const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } }
    const limit = userLimits?.open_files?.soft
    return Promise.resolve([judgeDescriptors(limit, MAX_CONNECTIONS)])
  },
}

/**
 * Rates the limit of file descriptors.
 * @param limit the system's limit per process; a text if there is no limit
 */
export function judgeDescriptors(limit: number | string | undefined, maxConnections: number) {
  if (limit === undefined) return warn('the system does not tell its limit of open files', 'look with: ulimit -n')
  const needed = maxConnections + OTHERS
  if (limit === 'unlimited' || Number(limit) >= needed) return ok(`${limit} open files allowed, ${needed} needed`)
  return fail(
    `${limit} open files allowed, but MAX_CONNECTIONS ${maxConnections} needs ${needed}: trackers would be turned away`,
    `raise it (ulimit -n ${needed}, or LimitNOFILE=${needed} in the unit), or lower MAX_CONNECTIONS`,
  )
}
