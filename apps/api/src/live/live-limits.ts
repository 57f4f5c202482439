/** Path of the live channel. The constants below are the channel's limits and intervals. */
export const LIVE_PATH = '/api/v1/live'
/** Milliseconds that a socket has to authenticate. */
export const AUTHENTICATE_WITHIN_MS = 5_000
export const MAX_MESSAGE_BYTES = 64 * 1024
/** Milliseconds between two frames (messages on the socket) of a room. Positions that arrive in between are sent together. */
export const FRAME_INTERVAL_MS = 250
/** Milliseconds between two reads of all connected users' rights, so that a lost right takes effect within a second. */
export const RIGHTS_INTERVAL_MS = 750
/** Maximum milliseconds until a change of a consumer's consent or of a missing case takes effect. */
export const PRIVACY_INTERVAL_MS = 1_000
/** Milliseconds between two rounds that record the viewers of consumers' vehicles in the audit log. */
export const LOOKS_INTERVAL_MS = 1_000
/**
 * Maximum age of the privacy rules in memory, in milliseconds. If the rules could not be read for longer, nothing is sent to
 * any client.
 */
export const PRIVACY_MAX_AGE_MS = 10_000
/** Maximum unread bytes of a client. Above this limit, nothing more is sent to the client until it has read them. */
export const MAX_BUFFERED_BYTES = 256 * 1024
/** Milliseconds without reading after which a client is disconnected. */
export const SLOW_CLIENT_LIMIT_MS = 30_000
export const MAX_SUBSCRIPTIONS = 50
export const MAX_SOCKETS = 20_000
/**
 * Maximum unauthenticated sockets. The first limit is for the whole process. The second is for each address, and allows for
 * a whole workshop that shares one address.
 */
export const MAX_STRANGERS = 1_000
export const MAX_STRANGERS_OF_ADDRESS = 200
/** Maximum messages of one client that wait for their turn. */
export const MAX_PENDING_MESSAGES = 100
/**
 * Milliseconds for which an empty room is kept for clients that reconnect. A room is a set of clients that see the same
 * data.
 */
export const ROOM_LINGER_MS = 60_000
/** Maximum messages other than positions (about trips and edits) that a room keeps for clients that reconnect. */
export const MAX_KEPT_NEWS = 500
/** Milliseconds that a client has to answer the close of a socket. */
export const FAREWELL_MS = 1_000
/** Milliseconds between two pings. A client that does not answer one is disconnected. */
export const HEARTBEAT_MS = 30_000
