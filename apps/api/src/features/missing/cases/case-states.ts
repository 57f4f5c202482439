/** open, then found or given up. */
export const CASE_STATES = ['open', 'resolved', 'closed'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** Why somebody reports a vehicle. */
export const CASE_REASONS = ['stolen', 'lost', 'not-returned', 'other'] as const
export type CaseReason = (typeof CASE_REASONS)[number]

/** G-82: how it was found. */
export const RESOLVE_REASONS = ['found-by-owner', 'found-by-us', 'found-by-police', 'not-stolen'] as const
export type ResolveReason = (typeof RESOLVE_REASONS)[number]

/** G-82: why it is given up. */
export const CLOSE_REASONS = ['no-signal', 'handed-to-insurer', 'owner-withdrew'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** What can happen to a case, and because of it. */
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

/** How far it is with asking the tracker to report more often, and back. */
export const REPORTING_STATES = ['reading', 'asking', 'often', 'taking-back', 'as-before', 'impossible', 'failed'] as const
export type ReportingState = (typeof REPORTING_STATES)[number]
