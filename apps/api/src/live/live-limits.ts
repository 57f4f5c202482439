/** Limits and intervals of the live channel. */
export const LIVE_PATH = '/api/v1/live'
/** Time-out for the authentication of a socket. */
export const AUTHENTICATE_WITHIN_MS = 5_000
export const MAX_MESSAGE_BYTES = 64 * 1024
/** Positions of one entity within this time are combined. */
export const FRAME_INTERVAL_MS = 250
/** Interval between reads of all connected users' rights, so that a lost right takes effect within a second. */
export const RIGHTS_INTERVAL_MS = 750
/** Maximum delay until a consumer's consent or a missing case takes effect. */
export const PRIVACY_INTERVAL_MS = 1_000
/** Interval at which viewers of consumers' vehicles are recorded in the audit log. */
export const LOOKS_INTERVAL_MS = 1_000
/** Maximum age of the privacy rules. When they are older, nothing is sent to anybody. */
export const PRIVACY_MAX_AGE_MS = 10_000
/** Unread bytes of a client above which it gets no more until it has read them. */
export const MAX_BUFFERED_BYTES = 256 * 1024
/** A client that reads nothing for this long is disconnected. */
export const SLOW_CLIENT_LIMIT_MS = 30_000
export const MAX_SUBSCRIPTIONS = 50
export const MAX_SOCKETS = 20_000
/** Maximum unauthenticated sockets in all, and per address, which a whole workshop may share. */
export const MAX_STRANGERS = 1_000
export const MAX_STRANGERS_OF_ADDRESS = 200
/** Maximum messages of one client that wait for their turn. */
export const MAX_PENDING_MESSAGES = 100
/** Time for which an empty room is kept for clients that reconnect. */
export const ROOM_LINGER_MS = 60_000
/** Trip and edit messages that a room keeps for clients that reconnect. */
export const MAX_KEPT_NEWS = 500
/** Time for a peer to answer a close. */
export const FAREWELL_MS = 1_000
/** Interval of pings. A peer that does not answer one is disconnected. */
export const HEARTBEAT_MS = 30_000
