import { marked, type Part } from './part.js'

const OWN = marked('businesses')
const USER = { of: 'user_id' }
const OWN_IDS = `ARRAY${OWN}`
const VEHICLE_IDS = `ARRAY${marked('entities')}`
/** Rows that belong to a user. They may name vehicles or be about a business, so they may contain data of another business. */
const SEEN = { of: 'user_id', isHidden: true } as const

/** Tables about businesses, and about people and what they do in the portal. */
export const PEOPLE: Readonly<Record<string, Part>> = {
  businesses: {
    rows: "t.path @> ARRAY[current_setting('roadbook.moving')::int]",
    values: {
      parent_id: "CASE WHEN t.id <> current_setting('roadbook.moving')::int THEN t.parent_id END",
      path: "t.path[array_position(t.path, current_setting('roadbook.moving')::int):]",
      kind: `CASE WHEN t.id = current_setting('roadbook.moving')::int AND t.kind NOT IN ('vendor', 'enterprise') THEN 'enterprise'
        ELSE t.kind END`,
    },
    because: 'nothing is above it in another installation, where only a vendor or an enterprise can stand',
  },
  users: {
    of: 'business_id',
    only: "t.role_id NOT IN (SELECT id FROM roles WHERE key = 'super-admin')",
    values: { issuer: 'NULL', subject: 'NULL', account_managed: 'FALSE', last_seen_at: 'NULL' },
    because: 'accounts belong to the identity provider of an installation: users come without one, and are invited again',
  },
  user_permissions: USER,
  user_devices: USER,
  analytics_charts: USER,
  install_presets: USER,
  bulk_changes: {
    ...SEEN,
    after: ['entities'],
    only: `NOT EXISTS (SELECT FROM jsonb_path_query(t.changes, '$[*].entity_id') c WHERE c #>> '{}' NOT IN (SELECT key::text FROM ${marked('entities')} e))`,
  },
  report_schedules: { ...SEEN, needs: 'business_id' },
  report_requests: { ...SEEN, after: ['entities'], only: `t.entity_ids <@ ${VEHICLE_IDS}` },
  report_recipients: { of: 'request_id' },
  report_files: { of: 'request_id', isHidden: true, only: `t.business_ids <@ ${OWN_IDS}` },
  consumers: { of: 'business_id' },
  consents: {
    of: 'entity_id',
    values: { link_expires_at: 'NULL' },
    because: 'the link in the mail to a customer leads to this installation',
  },
  customer_disclosures: {
    rows: `t.case_id IN ${marked('missing_cases')} OR t.installation_id IN ${marked('installations')}`,
    only: 't.share_id IS NULL',
  },
  app_notifications: { of: 'business_id' },
  app_notification_recipients: {
    of: 'notification_id',
    only: `t.consumer_id IN ${marked('consumers')} OR t.user_id IN ${marked('users')}`,
  },
  invoice_parties: { of: 'business_id' },
  business_subscriptions: { of: 'business_id' },
  subscriptions: { of: 'business_id' },
  trip_rests: { of: 'business_id' },
  need_days: { of: 'business_id' },
  geocoded_cells: { of: 'business_id' },
  audit_log: {
    rows: `t.business_id IN ${OWN}`,
    after: ['businesses'],
    values: { remote_address: `CASE WHEN t.user_id IN ${marked('users')} THEN t.remote_address END` },
    because: 'network addresses are shown only of users of the business',
    isRenumbered: true,
  },
  webhooks: {
    of: 'business_id',
    values: {
      active: 'FALSE',
      previous_until: 'NULL',
      lease: 'NULL',
      leased_until: 'NULL',
      off_reason: 'NULL',
    },
    because:
      'they come switched off and with a new secret, so that a receiver gets nothing twice and nothing that it cannot check',
  },
  webhook_events: { of: 'business_id', needs: 'entity_id' },
  webhook_deliveries: { of: 'webhook_id', needs: 'entity_id', only: "t.state <> 'waiting'" },

  'identity.accounts': { secret: 'accounts of the identity provider, with the hashes of their passwords' },
  'identity.keys': { secret: 'keys of the identity provider' },
  'identity.payloads': { secret: 'state of sign-ins' },
  'identity.recovery_codes': { secret: 'recovery codes' },
  'identity.reset_links': { secret: 'links for a new password' },
  'identity.second_factors': { secret: 'second factors' },
  'identity.sessions': { secret: 'sign-ins with browser and network address' },
  'identity.setup_links': { secret: 'link of the first start' },
  'identity.sign_in_attempts': { stays: 'attempts to sign in, for a quarter of an hour' },
  api_tokens: { secret: 'API tokens: make new ones' },
  api_token_addresses: { secret: 'network addresses from which API tokens were used' },
  maintenance_calendar_links: { secret: 'links to calendars: users make new ones' },
  push_registrations: { secret: 'addresses of phones and browsers: they register again' },
  shop_codes: { secret: 'codes for the shop, for a minute' },
  identity_changes: { stays: 'accounts to bring in line with their users' },
  password_reset_requests: { stays: 'requests for a new password' },
  ended_sessions: { stays: 'sessions that ended, for seven days' },
  'mailbox.mails': { stays: 'mails of an installation without a mail server' },
  'mailbox.pushes': { stays: 'notifications of an installation without push services' },
  outgoing_mails: { stays: 'waiting mails: this installation sends them' },
  exported_files: { stays: 'files that a user exported, for a day' },
  idempotency_keys: { stays: 'answers to a user, for a day' },
  user_calls: { stays: 'calls of the last minute, for limits' },
  request_counts: { stays: 'counts of requests, for a minute' },
  background_jobs: { stays: 'jobs, for 30 days' },
  backups: { stays: 'times and sizes of backups of this installation' },
  erased_people: { stays: 'ids of erased persons, for the day of a restore here' },
  roles: { shared: 'roles are the same in every installation' },
  role_permissions: { shared: 'rights of roles: schema.json lists them, and a trial of the import names differences' },
  webhook_kinds: { shared: 'kinds of events are the same in every installation' },
}
