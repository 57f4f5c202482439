/**
 * Errors that mean that the broker no longer knows our member or our generation. Our partitions may already belong to another
 * member of the group.
 */
const lost = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'])

/** Returns the type of the broker's error. kafkajs wraps this error, sometimes twice. */
function brokerErrorType(error: unknown): string | undefined {
  const { type, cause } = error as { type?: string; cause?: unknown }
  return type ?? (cause ? brokerErrorType(cause) : undefined)
}

export const saysLost = (error: unknown): boolean => lost.has(brokerErrorType(error) ?? '')

/**
 * Returns true for a rebalance, which means that a member joined or left. The member must join again to get its partitions.
 */
export const saysRebalance = (error: unknown): boolean => brokerErrorType(error) === 'REBALANCE_IN_PROGRESS'

/**
 * Temporary errors. Either a broker has just started and does not lead any partition yet, or the leader has changed since
 * the metadata were read.
 */
const unsettled = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
])

export const saysUnsettled = (error: unknown): boolean => unsettled.has(brokerErrorType(error) ?? '')

/**
 * Returns true if the brokers allow only longer session time-outs. Their minimum is `group.min.session.timeout.ms`, by
 * default 6 000.
 */
export const saysSessionTooShort = (error: unknown): boolean => brokerErrorType(error) === 'INVALID_SESSION_TIMEOUT'
