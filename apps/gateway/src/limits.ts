import { drainNotice, flag, milliseconds, port } from '@roadbook/platform'
import { STANDARD_FORWARDING_PORT, STANDARD_GATEWAY_PORT, STANDARD_TELTONIKA_PORT } from '@roadbook/protocols/port-plan'
import { z } from 'zod'

const count = (standard: number) => z.coerce.number().int().positive().default(standard)

/**
 * Environment variables of the gateway, with defaults and reasons. Everything that a hostile, broken or slow peer could
 * exhaust has a limit. Connections per address are limited only before the login, because a whole fleet may share one address
 * of a carrier.
 */
export const gatewayShape = {
  /** Shared port for all protocols. The protocol of a connection is recognised by the connection's first bytes. */
  GATEWAY_PORT: port(STANDARD_GATEWAY_PORT),
  TELTONIKA_PORT: port(STANDARD_TELTONIKA_PORT),
  /** `none`, `customary`, or a list such as `gt06:5023,queclink:5004`; see port-plan.ts of @roadbook/protocols. */
  PROTOCOL_PORTS: z.string().optional(),
  /** Encrypted port for all protocols. If absent, there is no such port. */
  TLS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** File with the certificate of the authority that signs the trackers' certificates. */
  TLS_CLIENT_CA_FILE: z.string().optional(),
  TLS_CLIENT_CERT: z.enum(['off', 'optional', 'required']).default('off'),
  /** `required`: every connection must begin with the PROXY header of a balancer, version 1 or 2. */
  PROXY_PROTOCOL: z.enum(['off', 'required']).default('off'),
  /** Networks of the balancers, for example `10.0.0.0/8,fd00::/8`. */
  PROXY_TRUSTED: z.string().optional(),
  /** Secret of the servers that forward positions, for example a Traccar server. If absent, there is no port for them. */
  FORWARDING_SECRET: z
    .string()
    .regex(
      /^[\x21-\x7e]{32,}$/,
      'must have at least 32 characters of ASCII and no spaces, for example from: openssl rand -hex 32',
    )
    .optional(),
  FORWARDING_PORT: port(STANDARD_FORWARDING_PORT),
  /** True: the port for forwarding servers uses HTTPS, with TLS_CERT_FILE and TLS_KEY_FILE. */
  FORWARDING_TLS: flag(false),
  GATEWAY_HOST: z.string().default('0.0.0.0'),
  GATEWAY_HEALTH_PORT: port(9101),
  GATEWAY_ID: z.string().optional(),
  MAX_CONNECTIONS: count(19_500),
  /**
   * Maximum number of connections that have not logged in. It is a fifth of all connections, so that strangers cannot take the
   * connections of trackers.
   */
  MAX_CONNECTIONS_BEFORE_LOGIN: count(4_000),
  MAX_CONNECTIONS_BEFORE_LOGIN_PER_ADDRESS: count(1_000),
  LOGIN_TIMEOUT_MS: milliseconds(30_000),
  /** Milliseconds after which a silent sender of datagrams is forgotten. */
  DATAGRAM_IDLE_MS: milliseconds(10 * 60_000),
  MAX_DATAGRAM_SENDERS: count(20_000),
  /**
   * A stopping gateway disconnects its trackers evenly over this number of milliseconds, so that they do not all reconnect at
   * the same time.
   */
  DRAIN_MS: z.coerce.number().int().min(100).max(20_000).default(20_000),
  DRAIN_NOTICE_MS: drainNotice,
  /**
   * A connection without a byte from the peer for this time, in milliseconds, is closed. The time is longer than the reporting
   * interval of a sleeping tracker that keeps its connection open (vendor's default: 300 s).
   */
  IDLE_TIMEOUT_MS: milliseconds(30 * 60_000),
  /**
   * Maximum number of frames of one connection that wait for the event log. Above this number, the connection's socket is not
   * read.
   */
  MAX_PENDING_FRAMES: count(64),
  /** Maximum number of bytes of all connections that wait for the event log. Above this number, no socket is read. */
  MAX_BUFFERED_BYTES: count(32 * 1024 * 1024),
  /** A connection is closed if its peer leaves more bytes of replies than this unread. */
  MAX_UNREAD_REPLY_BYTES: count(64 * 1024),
  /**
   * Maximum number of frames per second of one connection, as an average over ten seconds. No tracker reaches this rate: the
   * fastest upload of a buffer seen so far has a tenth of it.
   */
  MAX_FRAMES_PER_SECOND: count(500),
  MAX_BAD_FRAMES_IN_A_ROW: count(10),
  /** Maximum number of trackers per connection. Only a server that forwards trackers has several. */
  MAX_TRACKERS_PER_CONNECTION: count(50),
  /**
   * Maximum number of times per minute that another address may take over one IMEI. Poor coverage causes at most so many. If
   * there are more, another sender uses the IMEI, and the packets of one of the two are set aside.
   */
  MAX_TAKEOVERS_PER_MINUTE: count(5),
}
export type GatewayConfiguration = z.infer<z.ZodObject<typeof gatewayShape>>

/** Only the limits, as the tests and the server read them. */
export interface Limits {
  connections: number
  beforeLogin: number
  beforeLoginPerAddress: number
  loginTimeoutMs: number
  idleTimeoutMs: number
  datagramIdleMs: number
  datagramSenders: number
  pendingFrames: number
  bufferedBytes: number
  unreadReplyBytes: number
  framesPerSecond: number
  badFramesInARow: number
  trackersPerConnection: number
  takeoversPerMinute: number
}

export const limitsOf = (configuration: GatewayConfiguration): Limits => ({
  connections: configuration.MAX_CONNECTIONS,
  beforeLogin: configuration.MAX_CONNECTIONS_BEFORE_LOGIN,
  beforeLoginPerAddress: configuration.MAX_CONNECTIONS_BEFORE_LOGIN_PER_ADDRESS,
  loginTimeoutMs: configuration.LOGIN_TIMEOUT_MS,
  idleTimeoutMs: configuration.IDLE_TIMEOUT_MS,
  datagramIdleMs: configuration.DATAGRAM_IDLE_MS,
  datagramSenders: configuration.MAX_DATAGRAM_SENDERS,
  pendingFrames: configuration.MAX_PENDING_FRAMES,
  bufferedBytes: configuration.MAX_BUFFERED_BYTES,
  unreadReplyBytes: configuration.MAX_UNREAD_REPLY_BYTES,
  framesPerSecond: configuration.MAX_FRAMES_PER_SECOND,
  badFramesInARow: configuration.MAX_BAD_FRAMES_IN_A_ROW,
  trackersPerConnection: configuration.MAX_TRACKERS_PER_CONNECTION,
  takeoversPerMinute: configuration.MAX_TAKEOVERS_PER_MINUTE,
})
