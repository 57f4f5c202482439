/**
 * The WebSocket `/api/v1/live`. It sends JSON text frames in snake_case. A client authenticates first and then subscribes.
 * The server answers with a snapshot, then sends deltas with rising sequence numbers. After a reconnect the client sends
 * the last sequence number that it applied. It then receives the deltas that it missed, or a new snapshot if the server no
 * longer has those deltas.
 */
export type LiveChannel = 'fleet' | 'entity'

export type LiveClientMessage =
  | { type: 'authenticate'; token: string }
  | { type: 'subscribe'; channel: 'fleet'; resume?: LiveResume }
  | { type: 'subscribe'; channel: 'entity'; id: number; resume?: LiveResume }
  | { type: 'unsubscribe'; channel: LiveChannel; id?: number }
  | { type: 'ping' }

/**
 * Last sequence number that the client applied. `epoch` identifies one run of one server. Each run counts from the beginning,
 * so a sequence number of another epoch has no meaning.
 */
export interface LiveResume {
  epoch: string
  sequence: number
}

export type LiveServerMessage =
  | { type: 'authenticated'; expires_at: string }
  | ({ type: 'snapshot'; positions: LivePositionMessage[] } & LiveStamp)
  | ({ type: 'positions'; positions: LivePositionMessage[] } & LiveStamp)
  | ({ type: 'trip'; trip: LiveTripMessage } & LiveStamp)
  | ({ type: 'edit'; edit: LiveEditMessage } & LiveStamp)
  | { type: 'error'; code: LiveErrorCode; message: string }
  | { type: 'pong' }

export interface LiveStamp {
  channel: LiveChannel
  /** Entity id on the `entity` channel. */
  id?: number
  epoch: string
  sequence: number
}

/** Times are ISO 8601 UTC. Position fields are null if the position is unknown or hidden (a customer's vehicle). */
export interface LivePositionMessage {
  entity_id: number
  imei: string | null
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  moving: boolean
  positioned_at: string | null
  received_at: string | null
  last_activity: string | null
  ignition: boolean | null
  /** Metres on the tracker's own counter, not on the vehicle's odometer. */
  odometer_m: number | null
  external_battery_mv: number | null
  open_trip_id: number | null
  location_hidden: boolean
}

/** A user edited entities: their name, type or missing state. The client must read them again. */
export interface LiveEditMessage {
  entity_ids: number[]
}

/** An entity's trips changed. The client must read them again. */
export interface LiveTripMessage {
  entity_id: number
  trip_id: number
}

export type LiveErrorCode = 'unauthenticated' | 'forbidden' | 'not_found' | 'bad_request' | 'slow_client'

/** Close codes of the live channel (4000–4999 is the private range of RFC 6455). */
export const LiveCloseCode = { unauthenticated: 4401, forbidden: 4403, timeout: 4408, tooSlow: 4429 } as const
