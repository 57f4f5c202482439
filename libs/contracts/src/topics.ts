/** Topics of the event log. Messages of a key stay in order. See docs/architecture.md for writers and readers. */
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
  /** Like `gateway` only where the packet itself is missing, as in exported files: every header has a cost for its writer. */
  receivedAt: 'receivedAt',
  gateway: 'gateway',
  /** The decoder's memory of the connection before this frame, as JSON. Absent: empty. */
  memory: 'memory',
  /** The configured local time of the device, minutes east of UTC. Absent: none. */
  utcOffsetMinutes: 'utcOffsetMinutes',
  /** The speed unit configured for the device. Absent: none. */
  speedUnit: 'speedUnit',
  /** The tracker's own identifier. Absent: its IMEI. */
  identity: 'identity',
  /** `udp`: the frame came in a datagram and is decoded by the UDP side of its protocol. Absent: TCP. */
  transport: 'transport',
  /**
   * Reason why the packet is set aside; with the sender's `network` (CIDR) and, if it presented one, its `certificate` (SHA-256).
   */
  keptAsideFor: 'keptAsideFor',
  network: 'network',
  certificate: 'certificate',
  /** A `VoiceKind` and the network it refers to, separated by a blank. Absent: its network is the only one, and known. */
  voice: 'voice',
} as const
