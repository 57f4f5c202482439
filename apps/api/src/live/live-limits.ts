/** Every ceiling and time of the live channel. */
export const LIVE_PATH = '/api/v1/live'
/** A socket that has not authenticated by then is closed. */
export const AUTHENTICATE_WITHIN_MS = 5_000
export const MAX_MESSAGE_BYTES = 64 * 1024
/** Positions of one entity within this time become one. */
export const FRAME_INTERVAL_MS = 250
/** Rights of everybody who is connected are read again this often, so that a lost one ends within a second. */
export const RIGHTS_INTERVAL_MS = 750
/** A consumer's consent or a missing case takes effect within this. */
export const PRIVACY_INTERVAL_MS = 1_000
/** Who goes on seeing a consumer's vehicle is looked at this often, for the audit log. */
export const LOOKS_INTERVAL_MS = 1_000
/** Without knowing who may see what for this long, nobody is told anything. */
export const PRIVACY_MAX_AGE_MS = 10_000
/** A client with more than this unread gets no more until it has read. */
export const MAX_BUFFERED_BYTES = 256 * 1024
/** A client that has read nothing for this long is closed. */
export const SLOW_CLIENT_LIMIT_MS = 30_000
export const MAX_SUBSCRIPTIONS = 50
export const MAX_SOCKETS = 20_000
/** Sockets that have not said yet who they are: of all, and of one address, behind which a whole workshop may be. */
export const MAX_STRANGERS = 1_000
export const MAX_STRANGERS_OF_ADDRESS = 200
/** Messages of one client that wait for their turn. */
export const MAX_PENDING_MESSAGES = 100
/** A room that nobody is in is kept for those who come back. */
export const ROOM_LINGER_MS = 60_000
/** Messages of trips and edits that a room keeps for those who come back. */
export const MAX_KEPT_NEWS = 500
/** A peer has this long to answer a close. */
export const FAREWELL_MS = 1_000
/** Pings find dead peers; one that answers none is gone. */
export const HEARTBEAT_MS = 30_000
