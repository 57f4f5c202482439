/** States of a case. An open case ends as found (`resolved`) or given up (`closed`). */
export const CASE_STATES = ['open', 'resolved', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** Reasons for reporting a vehicle missing. */
export const CASE_REASONS = ['stolen', 'lost', 'not-returned', 'other'] as const
export type CaseReason = (typeof CASE_REASONS)[number]

/** Circumstances in which a vehicle was found (G-82). */
export const RESOLVE_REASONS = ['found-by-owner', 'found-by-us', 'found-by-police', 'not-stolen'] as const
export type ResolveReason = (typeof RESOLVE_REASONS)[number]

/** Reasons for giving up a case (G-82). */
export const CLOSE_REASONS = ['no-signal', 'handed-to-insurer', 'owner-withdrew'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** Events of a case. */
export const EVENT_KINDS = [
  'reported',
  'noted',
  'changed',
  'assigned',
  'evidence',
  'photo-added',
  'photo-removed',
  'resolved',
  'closed',
  'reopened',
  'located',
  'moved',
  'shared',
  'share-opened',
  'share-revoked',
  'reporting-often',
  'reporting-restored',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * States of a tracker's reporting interval. The first states are for requesting more frequent reports, the later ones for
 * restoring the original interval.
 */
export const REPORTING_STATES = ['reading', 'asking', 'often', 'taking-back', 'as-before', 'impossible', 'failed'] as const
export type ReportingState = (typeof REPORTING_STATES)[number]
