/** The group goes on without us: our member or generation is unknown. What we held may be another's already. */
const lost = new Set(['UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION', 'FENCED_INSTANCE_ID'])

/** kafkajs wraps what the broker said, sometimes twice. */
function brokerErrorType(error: unknown): string | undefined {
  const { type, cause } = error as { type?: string; cause?: unknown }
  return type ?? (cause ? brokerErrorType(cause) : undefined)
}

export const saysLost = (error: unknown): boolean => lost.has(brokerErrorType(error) ?? '')

/** A member came or went: what we hold is given out anew once we have joined again. */
export const saysRebalance = (error: unknown): boolean => brokerErrorType(error) === 'REBALANCE_IN_PROGRESS'

/** A broker that has just started leads no partition yet, and another one may lead since our last look. */
const unsettled = new Set([
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
  'COORDINATOR_LOAD_IN_PROGRESS',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
])

export const saysUnsettled = (error: unknown): boolean => unsettled.has(brokerErrorType(error) ?? '')
