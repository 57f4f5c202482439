/** Topics of the event log. Every key keeps its messages in order; see docs/architecture.md for who writes and reads. */
export const Topic = {
  /** Key IMEI; value {@link Packet} as Protocol Buffers; headers of {@link PacketHeader}. */
  packets: 'tracker.packets',
  /** Key IMEI; value {@link TrackerEvent} as JSON. */
  events: 'tracker.events',
  /** Key IMEI; value a command to send as JSON. */
  commands: 'tracker.commands',
  /** Key IMEI or remote address; value {@link RejectedFrame} as JSON. */
  rejected: 'tracker.rejected',
  /** Key device id; value {@link LivePosition} as Protocol Buffers. */
  livePositions: 'live.positions',
} as const
export type Topic = (typeof Topic)[keyof typeof Topic]

/** Header names on `tracker.packets`. `raw` holds the frame's bytes for replay; the others are text. */
export const PacketHeader = {
  raw: 'raw',
  protocol: 'protocol',
  /** Like `gateway` only where the packet itself is not at hand, as in exported files: every header costs its writer. */
  receivedAt: 'receivedAt',
  gateway: 'gateway',
  /** What the connection had taught the decoder before this frame, as JSON. Absent: nothing. */
  memory: 'memory',
  /** The device's configured local time, minutes east of UTC. Absent: none is configured. */
  utcOffsetMinutes: 'utcOffsetMinutes',
  /** The unit of speed that is configured for the device. Absent: none is. */
  speedUnit: 'speedUnit',
  /** What the tracker calls itself. Absent: its IMEI. */
  identity: 'identity',
  /** `udp`: the frame came in a datagram and is read by that side of its protocol. Absent: TCP. */
  transport: 'transport',
  /** Why the packet is kept aside; with `network` (CIDR) and, if one was shown, `certificate` (SHA-256) of who sent it. */
  keptAsideFor: 'keptAsideFor',
  network: 'network',
  certificate: 'certificate',
  /** A `VoiceKind` and the network that it is about, with a blank between. Absent: its network is known, and alone. */
  voice: 'voice',
} as const
