import { apiShape, checkGeocoder } from '@roadbook/api/configuration'
import { consumerShape } from '@roadbook/consumer/configuration'
import { commandShape } from '@roadbook/gateway/commands/command-office'
import { gatewayShape } from '@roadbook/gateway/limits'
import { listenSettings } from '@roadbook/gateway/listeners/listen-settings'
import { identityShape } from '@roadbook/identity/configuration'
import { mailboxShape } from '@roadbook/mailbox/configuration'
import { logOptionsOf } from '@roadbook/event-log'
import { commonShape, passwordIn, readConfiguration } from '@roadbook/platform'
import { fail, ok, warn, type Check } from '../check.js'

/** Shapes of all variables of all processes. The check parses the variables as the processes do. */
export const everyShape = {
  ...identityShape,
  ...apiShape,
  ...consumerShape,
  ...gatewayShape,
  ...commandShape,
  ...mailboxShape,
  ...commonShape,
}

export const configuration: Check = {
  name: 'configuration',
  look: ({ environment, databaseUrl }) => {
    try {
      const all = readConfiguration(everyShape, {
        ...environment,
        DATABASE_URL: environment.DATABASE_URL || databaseUrl || 'postgres://',
      })
      // Finds variables of which each is valid, but which do not fit together.
      listenSettings(all)
      logOptionsOf(all)
      checkGeocoder(all)
    } catch (error) {
      const [first = '', ...others] = (error as Error).message.split('\n')
      const wrong = others.length > 0 ? others : [first]
      return Promise.resolve(wrong.map((line) => fail(line.trim(), 'correct the variable, or leave it out for its default')))
    }
    const weak = weakSecrets(environment)
    return Promise.resolve(weak.length > 0 ? weak : [ok('every variable is right, no secret is a well-known one')])
  },
}

/** Secrets that the product generates. They are checked because an operator may have set a weak value. */
const RANDOM = ['SHOP_SECRET', 'MAIL_SECRET'] as const

function weakSecrets({ DATABASE_URL, ...environment }: Readonly<Record<string, string | undefined>>) {
  const findings = []
  const database = DATABASE_URL === undefined ? undefined : passwordIn(DATABASE_URL)
  if (database?.isKnown || database?.isEmpty) {
    const text = `the database at ${database.hostname} has no password or a well-known one`
    const remedy = 'ALTER ROLE … PASSWORD …, and put the new one into DATABASE_URL'
    findings.push(database.isLoopback ? warn(text, remedy) : fail(text, remedy))
  }
  for (const name of RANDOM) {
    const secret = environment[name]
    if (secret !== undefined && new Set(secret).size < 10)
      findings.push(fail(`${name} repeats few characters`, 'make one with: openssl rand -base64 48'))
  }
  return findings
}
