import type { EventLogConfiguration } from '@roadbook/platform'
import { kafkaSecurityOf } from './kafka/connection/kafka-security.js'
import type { OpenEventLogOptions } from './open-event-log.js'

/**
 * Returns the options of the event log from the variables of a process. Reads the files of certificates.
 * @throws ConfigurationError if a file contains no certificate or key
 */
export function logOptionsOf(
  configuration: EventLogConfiguration,
): Pick<OpenEventLogOptions, 'partitions' | 'takeoverMs' | 'security'> {
  const { EVENT_LOG_PARTITIONS: partitions, EVENT_LOG_TAKEOVER_MS: takeoverMs } = configuration
  return { partitions, takeoverMs, security: kafkaSecurityOf(configuration) }
}
