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
/** What stands in an address is logged with it. */
const hasNoPassword = (url: string): boolean => !/^[^/]*\/\/[^/?#]*@/.test(url)
const limit = (standard: number) => z.coerce.number().int().positive().default(standard)

/** Where the clock hangs on whose time windows are announced (G-87). */
const ANNOUNCED_IN = 'Europe/Amsterdam'
/** R-225, by that clock. */
const MAINTENANCE = {
  windowFrom: '2025-11-02T07:00',
  windowTill: '2025-11-03T21:00',
  shownFrom: '2022-11-07T14:00',
  shownTill: '2025-11-04T16:00',
}

/** A moment as that clock shows it, winter or summer, or with an offset of its own; told as ISO 8601 in UTC. */
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

/** What the API reads from its environment besides {@link commonShape}. */
export const apiShape = {
  PORT: port(8080),
  /** Address to listen on; all of them unless told otherwise. */
  HOST: z.string().default('0.0.0.0'),
  API_HEALTH_PORT: port(9103),
  /** Who may sign people in; the `iss` of every access token. */
  OIDC_ISSUER: address.default('http://localhost:8081'),
  /** Where its keys are, when that is not what the issuer's discovery document says. */
  OIDC_JWKS_URI: address.optional(),
  OIDC_AUDIENCE: z.string().min(1).default('urn:roadbook:api'),
  OIDC_CLIENT_ID: z.string().min(1).default('roadbook-portal'),
  /**
   * What the portal asks the issuer for. Not `offline_access`: its sessions have no end and nobody sees them. Only issuers that give
   * refresh tokens for nothing else need it.
   */
  OIDC_SCOPE: z
    .string()
    .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid, names separated by spaces')
    .default('openid profile email'),
  /** The embedded identity provider's internal port, and the secret that opens it; without one, no accounts are made there. */
  IDENTITY_ADMIN_URL: address.default('http://127.0.0.1:9104'),
  IDENTITY_ADMIN_SECRET: secret.optional(),
  /** Keycloak's realm as this process reaches it, when that is not the issuer; with the secret, accounts are made there. */
  KEYCLOAK_REALM_URL: address.optional(),
  KEYCLOAK_CLIENT_ID: z.string().min(1).default('roadbook-directory'),
  KEYCLOAK_CLIENT_SECRET: z.string().min(1).optional(),
  /** Who is to set up an authenticator app at Keycloak; the embedded provider reads the same. */
  IDENTITY_TOTP: z.enum(SECOND_FACTOR_POLICIES).default('required-for-super-admin'),
  /** Where people open the portal, for links in mails; only needed where those are sent. */
  PORTAL_URL: origin.optional(),
  /** The built portal; where nothing is there: API only. */
  PORTAL_DIR: z.string().default(path.resolve(import.meta.dirname, '../../portal/dist')),
  /** Origins besides our own that may call and open the live channel, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(origin)),
  /** Proxies in front of us, which alone may say whom a request came from. */
  TRUSTED_PROXIES: trustedProxies,
  /** Under which name trackers reach the gateway; unless set, the one under which the portal was opened. */
  TRACKER_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address, without a port')
    .optional(),
  /** Where the gateway listens, as it reads them itself: people are told where to point their trackers. */
  GATEWAY_PORT: port(STANDARD_GATEWAY_PORT),
  TELTONIKA_PORT: port(STANDARD_TELTONIKA_PORT),
  PROTOCOL_PORTS: z.string().optional(),
  LIVE_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** What the map is drawn from: a PMTiles file here or its address; `none` for the world's outline alone. */
  BASEMAP: z
    .string()
    .min(1)
    .default(path.resolve(import.meta.dirname, '../../../data/liechtenstein.pmtiles')),
  /** Raster tiles, which then are shown instead. */
  TILE_URL: z.union([address, z.literal('none')]).default('none'),
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  TILE_MAX_ZOOM: limit(19),
  /** Who knows addresses: the data that comes along, or a service of the operator's that speaks as Nominatim or Photon does. */
  GEOCODER: z.enum(['offline', 'nominatim', 'photon']).default('offline'),
  /** Where it is; `reverse` is added. A key that its provider wants may stand behind a question mark. */
  GEOCODER_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /** Requests a second, of all processes together; as the service bears them unless set. */
  GEOCODER_RATE: z.coerce.number().positive().max(100).optional(),
  /** Whom the service's operators turn to: an address of mail or a page. */
  GEOCODER_CONTACT: z
    .string()
    .regex(/^[\x21-\x27\x2a-\x7e]{3,200}$/, 'must be an e-mail address or a URL')
    .optional(),
  /** Centre lines of the region's roads, as a gzipped GeoJSON: names of streets for the offline geocoder, and what trips are laid on. */
  ROADS_FILE: z
    .string()
    .refine((file) => existsSync(file), 'must be a file that is there')
    .default(path.resolve(import.meta.dirname, '../../../data/liechtenstein-roads.geojson.gz')),
  /** Lays trips on roads: those of the file, or by a service of the operator's that speaks as Valhalla or OSRM does. */
  ROAD_MATCHER: z.enum(['region', 'none', 'valhalla', 'osrm']).default('region'),
  /** Where it is; `trace_route` or `match/v1/…` is added. A key that its provider wants may stand behind a question mark. */
  ROAD_MATCHER_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /** Requests a second, of all processes together. */
  ROAD_MATCHER_RATE: z.coerce.number().positive().max(100).default(2),
  /** Whom people are told to ask; empty where the operator named nobody, and then nobody is shown. */
  SUPPORT_EMAIL: z.string().default(''),
  SUPPORT_PHONE: z.string().default(''),
  MAINTENANCE_URL: z.string().default('/maintenance.html'),
  /** Where the dealership shop is; a link carries a one-time code to it as `token`. */
  SHOP_URL: address.optional(),
  /** With this the shop's server exchanges such a code; it travels in a header, hence no spaces. */
  SHOP_SECRET: secret.optional(),
  /** Where orders are paid: booked by hand alone, or besides at a provider (decision 57). */
  PAYMENTS: z.enum(['hand', 'mollie', 'stripe']).default('hand'),
  /** The provider's secret key. */
  PAYMENTS_KEY: z
    .string()
    .regex(/^(test|live|sk|rk)_\w{8,300}$/, 'must be the provider’s secret key, as live_… or sk_live_…')
    .optional(),
  /** Stripe's secret of the webhook's endpoint. */
  PAYMENTS_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]{8,300}$/, 'must be the secret of the webhook, whsec_…')
    .optional(),
  /** Where the provider is, when that is not where it is for everybody. */
  PAYMENTS_URL: address.refine(hasNoPassword, 'must hold no user or password').optional(),
  /** Ids of the businesses whose sales are paid into the provider's account, separated by commas; everybody's unless set. */
  PAYMENTS_SELLERS: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'must be ids of businesses, separated by commas')
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** Standard rates of VAT by country, each from its day on. */
  VAT_RATES_FILE: z
    .string()
    .min(1)
    .default(path.resolve(import.meta.dirname, '../../../data/vat-rates.json')),
  MAINTENANCE_WINDOW_FROM: instant(MAINTENANCE.windowFrom),
  MAINTENANCE_WINDOW_TILL: instant(MAINTENANCE.windowTill),
  MAINTENANCE_SHOWN_FROM: instant(MAINTENANCE.shownFrom),
  MAINTENANCE_SHOWN_TILL: instant(MAINTENANCE.shownTill),
  /** File of offers and fairs to announce on Home (G-88); without one there are none. */
  ANNOUNCEMENTS_FILE: z.string().min(1).optional(),
  /** Ids of the three groups of tags that come first (G-68), in their order. */
  TAG_GROUP_PRESET_IDS: z
    .string()
    .default('1,2,3')
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.number().int().positive()).length(3)),
  /** IANA names, separated by commas: zones whose days are summed as trips are written. Those of other zones are counted when asked. */
  SUMMARY_TIME_ZONES: z
    .string()
    .default('Europe/Amsterdam')
    .transform((text) => text.split(',').flatMap((name) => name.trim() || []))
    .pipe(z.array(z.string().refine(isTimeZone, 'must be names of time zones, such as Europe/Amsterdam')).max(10)),
  RATE_LIMIT_TOKEN_PER_MINUTE: limit(1_200),
  /** Higher than a token's: a whole office may sit behind one address. */
  RATE_LIMIT_ADDRESS_PER_MINUTE: limit(6_000),
  /** By user (G-31): nobody presses "locate" more often in earnest. */
  RATE_LIMIT_LOCATE_PER_MINUTE: limit(12),
  /** By user: reading raw messages looks through the event log; a view that refreshes every two seconds stays below it. */
  RATE_LIMIT_MESSAGES_PER_MINUTE: limit(40),
  /** By user: each may send a mail to a customer. */
  RATE_LIMIT_CONSENTS_PER_MINUTE: limit(10),
  /** Seconds between two positions, which trackers that do not tell what they are set to are set back to after a case. */
  USUAL_REPORTING_S: z.coerce.number().int().min(10).max(86_400).default(60),
  /** Vehicles that one report is of at most, over a month; over longer periods fewer (G-58). */
  REPORT_MAX_ENTITIES: limit(100),
  STATEMENT_TIMEOUT_MS: milliseconds(5_000),
  DATABASE_CONNECTIONS: limit(10),
  /**
   * `requests`: this process answers requests and leaves to others what nobody waits for: jobs, mails, webhooks, news of alerts. At
   * least one process must do `all`.
   */
  API_WORK: z.enum(['all', 'requests']).default('all'),
  /** Of the job queue, besides those for requests. */
  JOBS_CONNECTIONS: limit(4),
  /** A running job that gave no sign of life for so long died with its process and runs again. */
  JOBS_HEARTBEAT_S: z.coerce.number().int().min(10).default(30),
  /** How often somebody looks for such jobs. */
  JOBS_WATCH_S: limit(15),
  /** How often each kind is looked through for jobs whose time has come; new ones that may begin at once are told of. */
  JOBS_POLL_S: limit(30),
  DRAIN_NOTICE_MS: drainNotice,
  /** Running jobs get so long to end when the process is told to. */
  JOBS_DRAIN_MS: milliseconds(3_000),
  /** The mail server: `smtp://` (STARTTLS, which is required when there is a password) or `smtps://`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\p{Cc}]+ )?<?[^\s<>@,;"\p{Cc}]+@[^\s<>@,;"\p{Cc}]+>?$/u, 'must be "Name <address>" or an address')
    .default('Roadbook <no-reply@roadbook.example>'),
  /** Encrypts mails that wait; all API processes need the same. Derived from DATABASE_URL when not set. */
  MAIL_SECRET: z.string().min(32).optional(),
  MAIL_ATTEMPTS: limit(10),
  /** Seconds until the second attempt; doubles up to an hour. */
  MAIL_RETRY_S: limit(15),
  /** File of the service account of the Firebase project that consumers' apps belong to; without one, what they would get is kept to be looked at. */
  FCM_SERVICE_ACCOUNT: z.string().min(1).optional(),
  FCM_URL: address.default('https://fcm.googleapis.com'),
  /** Who sends to browsers, as a pair of keys in base64url; the three go together, and stay as they are: browsers know us by them. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'must be a point of P-256 in base64url, 87 characters')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url, 43 characters')
    .optional(),
  /** Whom push services turn to. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:… or https://…')
    .optional(),
  /** Push services that browsers may name, separated by commas: hosts, `*.` for whatever is below, or whole origins. */
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .pipe(z.array(z.string().regex(/^(https?:\/\/[\w.:[\]-]+|(\*\.)?[\w-]+(\.[\w-]+)+)$/, 'must be hosts or origins'))),
  /** Attempts at a device whose push service is away. */
  PUSH_ATTEMPTS: limit(8),
  /** Seconds until the second one; doubles up to an hour. */
  PUSH_RETRY_S: limit(30),
  /** Days after which it is forgotten what became of an app notification on each device; the counts stay. */
  PUSH_RESULTS_DAYS: limit(180),
  /** Networks besides the public ones that webhooks may lead into, and may be reached in by http:// (decision 63). */
  WEBHOOK_ALLOWED_NETWORKS: allowedNetworks,
  /** How often each process looks for what webhooks are to be told. */
  WEBHOOK_POLL_MS: milliseconds(2_000),
  /** Days after which it is forgotten what webhooks were told. */
  WEBHOOK_KEPT_DAYS: limit(30),
} as const

export type ApiConfiguration = z.infer<z.ZodObject<typeof commonShape & typeof apiShape>>

/** Parses the environment; throws naming every wrong variable. */
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

/** https://operations.osmfoundation.org/policies/nominatim/: "an absolute maximum of 1 request per second". */
const PUBLIC_NOMINATIM = 'nominatim.openstreetmap.org'

/** Variables that are right by themselves and wrong together: where vehicles are is sent to nobody whom the operator did not name. */
export function checkGeocoder(
  of: Pick<ApiConfiguration, 'GEOCODER' | 'GEOCODER_URL' | 'GEOCODER_CONTACT' | 'GEOCODER_RATE'>,
): void {
  const { GEOCODER, GEOCODER_URL, GEOCODER_CONTACT, GEOCODER_RATE = 1 } = of
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

/** Who sends to browsers is said whole or not at all. */
function checkVapid({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT }: ApiConfiguration): void {
  const parts = Object.entries({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT })
  const absent = parts
    .filter(([, value]) => value === undefined)
    .map(([name]) => `  ${name}: must be set with the others of VAPID_`)
  if (absent.length > 0 && absent.length < parts.length)
    throw new ConfigurationError(`wrong configuration:\n${absent.join('\n')}`)
}

/** Where trips are is sent to nobody whom the operator did not name. */
function checkRoadMatcher({ ROAD_MATCHER, ROAD_MATCHER_URL }: Pick<ApiConfiguration, 'ROAD_MATCHER' | 'ROAD_MATCHER_URL'>): void {
  if ((ROAD_MATCHER === 'valhalla' || ROAD_MATCHER === 'osrm') && !ROAD_MATCHER_URL)
    throw new ConfigurationError(`wrong configuration:\n  ROAD_MATCHER_URL: must say where ROAD_MATCHER=${ROAD_MATCHER} is`)
}

/** The key of webhooks' secrets and waiting mails is made of the database's address where there is none of its own. */
function checkMailSecret({ MAIL_SECRET, DATABASE_URL }: ApiConfiguration, isProduction: boolean): void {
  if (!isProduction || MAIL_SECRET || !passwordIn(DATABASE_URL)?.isKnown) return
  const sentence = 'must be set: it is made of the password in DATABASE_URL otherwise, which everybody knows'
  throw new ConfigurationError(`wrong configuration:\n  MAIL_SECRET: ${sentence}`)
}

/** Each provider has its own kind of key, and has to reach us. */
function checkPayments(of: ApiConfiguration): void {
  const { PAYMENTS, PAYMENTS_KEY, PAYMENTS_WEBHOOK_SECRET, PORTAL_URL } = of
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

/** The gateway ends over the same; the portal would lead trackers to ports where nobody listens. */
function checkPorts(configuration: ApiConfiguration): void {
  const planned = planPorts(configuration)
  if (typeof planned === 'string') throw new ConfigurationError(`wrong configuration:\n  ${planned}`)
}

/** Tokens of what the module is started with. */
export const API_CONFIGURATION = Symbol('api configuration')
export const API_LOGGER = Symbol('logger')
export const API_POOL = Symbol('connection pool')
export const API_EVENT_LOG = Symbol('event log')
export const API_METRICS = Symbol('metrics registry')
