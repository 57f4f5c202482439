/**
 * Names sent with NOTIFY on channel `work`, so that workers need not poll. Each name is that of the table with new rows.
 * Tables with a trigger send it at every write (migration 0130). For other tables, the process that writes notifies only its
 * own workers.
 */
export const WorkNotice = {
  /** Rules or geofences changed, or waypoints arrived for vehicles with a rule. */
  alerts: 'alert_rulebook',
  commands: 'device_commands',
  packetsAside: 'packets_aside',
  recalculations: 'trip_recalculations',
  alertNews: 'alert_news',
  webhooks: 'webhook_deliveries',
  passwordResets: 'password_reset_requests',
  identityChanges: 'identity_changes',
} as const
