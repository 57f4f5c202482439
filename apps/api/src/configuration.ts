import { existsSync } from 'node:fs'
import path from 'node:path'
import { SECOND_FACTOR_POLICIES } from '@roadbook/contracts/second-factor'
import {
  commonShape,
  ConfigurationError,
  drainNotice,
  isTimeZone,
  milliseconds,
  momentOf,
  origin,
  passwordIn,
  port,
  readConfiguration,
  trustedProxies,
} from '@roadbook/platform'
import { planPorts, STANDARD_GATEWAY_PORT, STANDARD_TELTONIKA_PORT } from '@roadbook/protocols/port-plan'
import { z } from 'zod'
import { allowedNetworks } from './outside/public-address.js'

const address = z.url({ protocol: /^https?$/ })
const secret = z.string().regex(/^[\x21-\x7e]{32,1024}$/, 'must be at least 32 characters without spaces')
/** Addresses are logged, so they must not contain a password. */
const hasNoPassword = (url: string): boolean => !/^[^/]*\/\/[^/?#]*@/.test(url)
const limit = (standard: number) => z.coerce.number().int().positive().default(standard)

/** Time zone of times in announcements (G-87) and of the maintenance window, unless a time has its own offset from UTC. */
const ANNOUNCED_IN = 'Europe/Amsterdam'
/**
 * Default maintenance window: its start and end, and the start and end of the period in which the portal announces
 * it.
 */
const MAINTENANCE = {
  windowFrom: '2025-11-02T07:00',
  windowTill: '2025-11-03T21:00',
  shownFrom: '2022-11-07T14:00',
  shownTill: '2025-11-04T16:00',
}

/** Schema of a time in {@link ANNOUNCED_IN}, or with an offset from UTC. The result is in ISO 8601 in UTC. */
export const announcedMoment = z.iso
  .datetime({ offset: true, local: true, error: 'must be a time like 2025-11-02T07:00, with or without an offset' })
  .transform((text, context) => {
    const [, day = '', time = '', rest] = /^([^T]+)T(\d\d:\d\d)(?::00(?:\.0+)?)?(.*)$/.exec(text) ?? []
    const moment = rest === '' ? momentOf(day, time, ANNOUNCED_IN) : new Date(text)
    if (!moment || Number.isNaN(moment.getTime())) {
      context.addIssue(`is a time that clocks in ${ANNOUNCED_IN} never show`)
      return z.NEVER
    }
    return moment.toISOString()
  })
const instant = (standard: string) => announcedMoment.prefault(standard)

/** Environment variables of the API besides {@link commonShape}. */
export const apiShape = {
  PORT: port(8080),
  /** Address to listen on. By default, the API listens on all addresses. */
  HOST: z.string().default('0.0.0.0'),
  API_HEALTH_PORT: port(9103),
  /** The issuer that may sign users in. Every access token contains it as `iss`. */
  OIDC_ISSUER: address.default('http://localhost:8081'),
  /** Address of the issuer's keys, if it differs from the address in the issuer's discovery document. */
  OIDC_JWKS_URI: address.optional(),
  OIDC_AUDIENCE: z.string().min(1).default('urn:roadbook:api'),
  OIDC_CLIENT_ID: z.string().min(1).default('roadbook-portal'),
  /**
   * Scopes that the portal requests from the issuer. The default leaves out `offline_access`, because sessions with this
   * scope have no end and are not visible. Add it only if the issuer gives refresh tokens solely with this scope.
   */
  OIDC_SCOPE: z
    .string()
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid, names separated by spaces')
    .default('openid profile email'),
  /**
   * Address of the internal port of the embedded identity provider. The next variable is the secret for this port. Without
   * the secret, Roadbook creates no accounts at that provider.
   */
  IDENTITY_ADMIN_URL: address.default('http://127.0.0.1:9104'),
  IDENTITY_ADMIN_SECRET: secret.optional(),
  /**
   * Address of Keycloak's realm as this process reaches it, if it differs from the issuer. If a client secret is set,
   * Roadbook creates accounts in this realm.
   */
  KEYCLOAK_REALM_URL: address.optional(),
  KEYCLOAK_CLIENT_ID: z.string().min(1).default('roadbook-directory'),
  KEYCLOAK_CLIENT_SECRET: z.string().min(1).optional(),
  /** Users who must set up an authenticator app at Keycloak. The embedded provider reads the same variable. */
  IDENTITY_TOTP: z.enum(SECOND_FACTOR_POLICIES).default('required-for-super-admin'),
  /** Address of the portal for links in mails. It is needed only if mails are sent. */
  PORTAL_URL: origin.optional(),
  /** Directory of the built portal. Without it, only the API is served. */
  PORTAL_DIR: z.string().default(path.resolve(import.meta.dirname, '../../portal/dist')),
  /** Other origins that may call the API and open the live channel, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(origin)),
  /** Proxies in front of the API. Roadbook trusts the client's address only if one of these proxies reports it. */
  TRUSTED_PROXIES: trustedProxies,
  /** Host name where trackers reach the gateway. The default is the host name that the portal was opened with. */
  TRACKER_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address, without a port')
    .optional(),
  /** Ports of the gateway, from the gateway's own variables. The portal shows them to users who configure trackers. */
  GATEWAY_PORT: port(STANDARD_GATEWAY_PORT),
  TELTONIKA_PORT: port(STANDARD_TELTONIKA_PORT),
  PROTOCOL_PORTS: z.string().optional(),
  LIVE_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Source of the map: a local PMTiles file or its address. With `none`, the map shows only the outline of the world. */
  BASEMAP: z
    .string()
    .min(1)
    .default(path.resolve(import.meta.dirname, '../../../data/liechtenstein.pmtiles')),
  /** Address of raster tiles to show instead of the base map. */
  TILE_URL: z.union([address, z.literal('none')]).default('none'),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  TILE_MAX_ZOOM: limit(19),
  /** Source of addresses: the bundled data, or the operator's Nominatim or Photon service. */
  GEOCODER: z.enum(['offline', 'nominatim', 'photon']).default('offline'),
  /**
   * Address of the geocoder. `reverse` is appended to its path. The address may end with `?` and parameters, for example a
   * key.
   */
  GEOCODER_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /** Maximum requests per second to the geocoder, of all processes together. By default, the rate that the service allows. */
  GEOCODER_RATE: z.coerce.number().positive().max(100).optional(),
  /** Contact for the operators of the geocoder: an e-mail address or a page. */
  GEOCODER_CONTACT: z
    .string()
    .regex(/^[\x21-\x27\x2a-\x7e]{3,200}$/, 'must be an e-mail address or a URL')
    .optional(),
  /**
   * Centre lines of the region's roads, as gzipped GeoJSON. They are used for the street names of the offline geocoder and for
   * road matching.
   */
  ROADS_FILE: z
    .string()
    .refine((file) => existsSync(file), 'must be a file that is there')
    .default(path.resolve(import.meta.dirname, '../../../data/liechtenstein-roads.geojson.gz')),
  /** Service that matches trips to roads: `region` uses the roads file, `valhalla` and `osrm` use the operator's service. */
  ROAD_MATCHER: z.enum(['region', 'none', 'valhalla', 'osrm']).default('region'),
  /**
   * Address of the road matcher. `trace_route` or `match/v1/…` is appended to its path. The address may end with `?` and
   * parameters, for example a key.
   */
  ROAD_MATCHER_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /** Maximum requests per second to the road matcher, of all processes together. */
  ROAD_MATCHER_RATE: z.coerce.number().positive().max(100).default(2),
  /** Support contact that users see. It is hidden when empty. */
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
  MAINTENANCE_URL: z.string().default('/maintenance.html'),
  /** Address of the dealership shop. The portal's link to the shop has a one-time code in the parameter `token`. */
  SHOP_URL: address.optional(),
  /** Secret that the shop's server sends to exchange a one-time code. It is sent in a header, so it has no spaces. */
  SHOP_SECRET: secret.optional(),
  /** Payment of orders: entered by hand only, or also through a provider (decision 57). */
  PAYMENTS: z.enum(['hand', 'mollie', 'stripe']).default('hand'),
  /** The provider's secret key. */
  PAYMENTS_KEY: z
    .string()
    .regex(/^(test|live|sk|rk)_\w{8,300}$/, 'must be the provider’s secret key, as live_… or sk_live_…')
    .optional(),
  /** Secret of the webhook endpoint at Stripe. */
  PAYMENTS_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]{8,300}$/, 'must be the secret of the webhook, whsec_…')
    .optional(),
  /** Address of the provider, if it differs from the public one. */
  PAYMENTS_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /**
   * Ids of the businesses whose sales are paid into the provider's account, separated by commas. The default is all
   * businesses.
   */
  PAYMENTS_SELLERS: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'must be ids of businesses, separated by commas')
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** File with the standard VAT rates by country. Each rate has its first day. */
  VAT_RATES_FILE: z
    .string()
    .min(1)
    .default(path.resolve(import.meta.dirname, '../../../data/vat-rates.json')),
  MAINTENANCE_WINDOW_FROM: instant(MAINTENANCE.windowFrom),
  MAINTENANCE_WINDOW_TILL: instant(MAINTENANCE.windowTill),
  MAINTENANCE_SHOWN_FROM: instant(MAINTENANCE.shownFrom),
  MAINTENANCE_SHOWN_TILL: instant(MAINTENANCE.shownTill),
  /** File with offers and fairs that Home announces (G-88). Without the file, there are no announcements. */
  ANNOUNCEMENTS_FILE: z.string().min(1).optional(),
  /** Ids of the three tag groups that come first (G-68), in this order. */
  TAG_GROUP_PRESET_IDS: z
    .string()
    .default('1,2,3')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number().int().positive()).length(3)),
  /**
   * Time zones by IANA name, separated by commas. The daily sums of these zones are stored as trips are written. For other
   * zones, the sums are computed on request.
   */
  SUMMARY_TIME_ZONES: z
    .string()
    .default('Europe/Amsterdam')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.string().refine(isTimeZone, 'must be names of time zones, such as Europe/Amsterdam')).max(10)),
  RATE_LIMIT_TOKEN_PER_MINUTE: limit(1_200),
  /**
   * Maximum requests per minute from one address. The limit is higher than the limit per token, because a whole office may
   * share one address.
   */
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(6_000),
  /**
   * Maximum locate requests per minute of a user (G-31). More are of no use, because a request switches Bluetooth on for
   * ten minutes.
   */
  RATE_LIMIT_LOCATE_PER_MINUTE: limit(12),
  /**
   * Maximum calls per minute of a user to read raw messages. They are limited because each call searches the event log. A
   * page that refreshes every two seconds stays below the limit.
   */
  RATE_LIMIT_MESSAGES_PER_MINUTE: limit(40),
  /** Maximum requests for consent per minute of a user. They are limited because each may send a mail to a customer. */
  RATE_LIMIT_CONSENTS_PER_MINUTE: limit(10),
  /** Maximum previews of alert rules per minute of a user. They are limited because each reads up to a month of readings. */
  RATE_LIMIT_PREVIEWS_PER_MINUTE: limit(30),
  /**
   * Maximum searches for places per minute of a user. They are limited because each is a request to the operator's geocoder.
   */
  RATE_LIMIT_PLACES_PER_MINUTE: limit(20),
  /**
   * Default interval between positions, in seconds. After a missing case, it is restored on trackers that do not report their
   * own interval.
   */
  USUAL_REPORTING_S: z.coerce.number().int().min(10).max(86_400).default(60),
  /**
   * Number of months for which the consumer process keeps positions. It reads the same variable. Imports leave out older
   * positions.
   */
  RETENTION_MONTHS: z.coerce.number().int().min(1).default(24),
  /** Maximum vehicles in a report over a month. For a longer period, the maximum is lower (G-58). */
  REPORT_MAX_ENTITIES: limit(100),
  STATEMENT_TIMEOUT_MS: milliseconds(5_000),
  DATABASE_CONNECTIONS: limit(10),
  /**
   * With `requests`, this process only answers requests. It leaves jobs, mails, webhooks and alert notifications to other
   * processes. At least one process must have `all`.
   */
  API_WORK: z.enum(['all', 'requests']).default('all'),
  /** Number of database connections for the job queue. Requests have separate connections. */
  JOBS_CONNECTIONS: limit(4),
  /** Seconds without a heartbeat after which a running job counts as dead and runs again. */
  JOBS_HEARTBEAT_S: z.coerce.number().int().min(10).default(30),
  /** Interval between checks for jobs without a heartbeat, in seconds. */
  JOBS_WATCH_S: limit(15),
  /**
   * Seconds between two polls for due jobs, for each kind of job. A new job that may start immediately does not wait for a
   * poll, because a notification announces it.
   */
  JOBS_POLL_S: limit(30),
  DRAIN_NOTICE_MS: drainNotice,
  /** Milliseconds that running jobs have to end when the process stops. */
  JOBS_DRAIN_MS: milliseconds(3_000),
  /** Mail server: `smtp://` or `smtps://`. With `smtp://`, STARTTLS is used; it is required when there is a password. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\p{Cc}]+ )?<?[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>?$/u, 'must be "Name <address>" or an address')
    .default('Roadbook <no-reply@roadbook.example>'),
  /** Secret for encrypting waiting mails. All API processes need the same value. The default is derived from DATABASE_URL. */
  MAIL_SECRET: z.string().min(32).optional(),
  MAIL_ATTEMPTS: limit(10),
  /** Seconds between the first and the second attempt to send a mail. Each later pause is twice as long, up to an hour. */
  MAIL_RETRY_S: limit(15),
  /**
   * Service account file of the Firebase project for the consumers' apps. Without it, push notifications are stored for
   * inspection but not sent.
   */
  FCM_SERVICE_ACCOUNT: z.string().min(1).optional(),
  FCM_URL: address.default('https://fcm.googleapis.com'),
  /**
   * VAPID key pair for web push, in base64url. The two keys and `VAPID_SUBJECT` must be set together. Do not change the keys,
   * because browsers identify the sender by them.
   */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a point of P-256 in base64url, 87 characters')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, 43 characters')
    .optional(),
  /** Contact for the operators of push services. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  /**
   * Push services that browsers may use, separated by commas. Each entry is a host, a domain after `*.` (which means all its
   * subdomains), or a whole origin.
   */
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(z.string().regex(/^(https?:\/\/[\w.:[\]-]+|(\*\.)?[\w-]+(\.[\w-]+)+)$/, 'must be hosts or origins'))),
  /** Maximum attempts to send a notification to a device while its push service is unavailable. */
  PUSH_ATTEMPTS: limit(8),
  /**
   * Seconds between the first and the second attempt to send a notification. Each later pause is twice as long, up to an
   * hour.
   */
  PUSH_RETRY_S: limit(30),
  /** Days for which the results of an app notification on each device are kept. The counts are kept longer. */
  PUSH_RESULTS_DAYS: limit(180),
  /**
   * Networks that webhooks may be sent to, in addition to public networks (decision 63). In these networks, `http://` is
   * allowed too.
   */
  WEBHOOK_ALLOWED_NETWORKS: allowedNetworks,
  /** Milliseconds between two polls for webhook deliveries in each process. */
  WEBHOOK_POLL_MS: milliseconds(2_000),
  /** Days for which webhook deliveries are kept. */
  WEBHOOK_KEPT_DAYS: limit(30),
} as const

export type ApiConfiguration = z.infer<z.ZodObject<typeof commonShape & typeof apiShape>>

/** Parses the environment. Throws an error that names every wrong variable. */
export function readApiConfiguration(environment: Record<string, string | undefined>): ApiConfiguration {
  const configuration = readConfiguration({ ...commonShape, ...apiShape }, environment)
  checkGeocoder(configuration)
  checkVapid(configuration)
  checkRoadMatcher(configuration)
  checkPayments(configuration)
  checkPorts(configuration)
  checkMailSecret(configuration, environment.NODE_ENV === 'production')
  return configuration
}

/**
 * Host of the public Nominatim. Its usage policy (https://operations.osmfoundation.org/policies/nominatim/) allows "an
 * absolute maximum of 1 request per second".
 */
const PUBLIC_NOMINATIM = 'nominatim.openstreetmap.org'

/**
 * Checks whether the geocoder's variables fit together. Vehicle positions are sent only to a service that the operator has
 * configured.
 */
export function checkGeocoder(
  configuration: Pick<ApiConfiguration, 'GEOCODER' | 'GEOCODER_URL' | 'GEOCODER_CONTACT' | 'GEOCODER_RATE'>,
): void {
  const { GEOCODER, GEOCODER_URL, GEOCODER_CONTACT, GEOCODER_RATE = 1 } = configuration
  const wrong = [
    ...(GEOCODER !== 'offline' && !GEOCODER_URL ? [`  GEOCODER_URL: must say where GEOCODER=${GEOCODER} is`] : []),
    ...(GEOCODER === 'nominatim' && !GEOCODER_CONTACT
      ? ['  GEOCODER_CONTACT: must be set, the usage policy of Nominatim asks for somebody to turn to']
      : []),
    ...(GEOCODER_URL && new URL(GEOCODER_URL).hostname === PUBLIC_NOMINATIM && GEOCODER_RATE > 1
      ? [`  GEOCODER_RATE: must be 1 at most for ${PUBLIC_NOMINATIM}, by its usage policy`]
      : []),
  ]
  if (wrong.length > 0) throw new ConfigurationError(`wrong configuration:\n${wrong.join('\n')}`)
}

/** Requires either all VAPID variables or none. */
function checkVapid({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: ApiConfiguration): void {
  const parts = Object.entries({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT })
  const absent = parts
    .filter(([, value]) => value === undefined)
    .map(([name]) => `  ${name}: must be set with the others of VAPID_`)
  if (absent.length > 0 && absent.length < parts.length)
    throw new ConfigurationError(`wrong configuration:\n${absent.join('\n')}`)
}

/**
 * Requires the address of the operator's road matcher, because trips are sent only to a service that the operator has
 * configured.
 */
function checkRoadMatcher({ ROAD_MATCHER, ROAD_MATCHER_URL }: Pick<ApiConfiguration, 'ROAD_MATCHER' | 'ROAD_MATCHER_URL'>): void {
  if ((ROAD_MATCHER === 'valhalla' || ROAD_MATCHER === 'osrm') && !ROAD_MATCHER_URL)
    throw new ConfigurationError(`wrong configuration:\n  ROAD_MATCHER_URL: must say where ROAD_MATCHER=${ROAD_MATCHER} is`)
}

/**
 * Requires MAIL_SECRET in production if the database password is a well-known one. The key of webhook secrets and waiting
 * mails would otherwise be derived from that password.
 */
function checkMailSecret({ MAIL_SECRET, DATABASE_URL }: ApiConfiguration, isProduction: boolean): void {
  if (!isProduction || MAIL_SECRET || !passwordIn(DATABASE_URL)?.isKnown) return
  const sentence = 'must be set: it is made of the password in DATABASE_URL otherwise, which everybody knows'
  throw new ConfigurationError(`wrong configuration:\n  MAIL_SECRET: ${sentence}`)
}

/**
 * Checks that the key begins like the provider's keys, that Stripe's webhook secret is set, and that there is a portal
 * address to send payers back to.
 */
function checkPayments(configuration: ApiConfiguration): void {
  const { PAYMENTS, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET, PORTAL_URL } = configuration
  if (PAYMENTS === 'hand') return
  const isMollie = PAYMENTS === 'mollie'
  const begins = isMollie ? /^(test|live)_/ : /^[sr]k_/
  const wrong = [
    ...(begins.test(PAYMENTS_KEY ?? '') ? [] : [`  PAYMENTS_KEY: must be the key of PAYMENTS=${PAYMENTS}`]),
    ...(isMollie || PAYMENTS_WEBHOOK_SECRET ? [] : ['  PAYMENTS_WEBHOOK_SECRET: must be set for PAYMENTS=stripe']),
    ...(PORTAL_URL ? [] : [`  PORTAL_URL: must be set for PAYMENTS=${PAYMENTS}, which leads payers back there`]),
  ]
  if (wrong.length > 0) throw new ConfigurationError(`wrong configuration:\n${wrong.join('\n')}`)
}

/**
 * Checks the gateway's ports. With wrong ports, the gateway does not start. The portal would then show ports where no
 * process listens.
 */
function checkPorts(configuration: ApiConfiguration): void {
  const planned = planPorts(configuration)
  if (typeof planned === 'string') throw new ConfigurationError(`wrong configuration:\n  ${planned}`)
}

/** Injection tokens for the values that the module is started with. */
export const API_CONFIGURATION = Symbol('api configuration')
export const API_LOGGER = Symbol('logger')
export const API_POOL = Symbol('connection pool')
export const API_EVENT_LOG = Symbol('event log')
export const API_METRICS = Symbol('metrics registry')
