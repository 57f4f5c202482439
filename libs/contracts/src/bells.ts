/**
 * What is rung for on PostgreSQL's channel `work`, so that nobody looks for it again and again: the table that has some. Those with
 * a trigger ring when something is written (migration 0130), the others within a process.
 */
export const Bell = {
  /** Rules or geofences are others, or waypoints of vehicles came that a rule holds for. */
  alerts: 'alert_rulebook',
  commands: 'device_commands',
  packetsAside: 'packets_aside',
  recalculations: 'trip_recalculations',
  alertNews: 'alert_news',
  webhooks: 'webhook_deliveries',
  passwordResets: 'password_reset_requests',
  identityChanges: 'identity_changes',
} as const
