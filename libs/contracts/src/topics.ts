/**
 * Topics of the event log. Messages with the same key stay in order. See docs/architecture.md for the processes that write
 * and read each topic.
 */
export const Topic = {
  /** Key IMEI; value {@link Packet} as Protocol Buffers; headers of {@link PacketHeader}. */
  packets: 'tracker.packets',
  /** Key IMEI; value {@link TrackerEvent} as JSON. */
  events: 'tracker.events',
  /** Key IMEI; value {@link CommandNotice} as JSON. */
  commands: 'tracker.commands',
  /** Key IMEI or remote address; value {@link RejectedFrame} as JSON. */
  rejected: 'tracker.rejected',
  /** Key device id; value {@link LivePosition} as Protocol Buffers. */
  livePositions: 'live.positions',
} as const
export type Topic = (typeof Topic)[keyof typeof Topic]

/** Header names on `tracker.packets`. `raw` contains the frame's bytes for replay. The other headers are text. */
export const PacketHeader = {
  raw: 'raw',
  protocol: 'protocol',
  /**
   * `receivedAt` and `gateway` are written only by the tools that publish packets again, for example from an exported file.
   * Gateways leave them out, because the packet contains both and each header takes the writer time.
   */
  receivedAt: 'receivedAt',
  gateway: 'gateway',
  /** The decoder's memory of the connection before this frame, as JSON. Absent: empty. */
  memory: 'memory',
  /** The configured local time of the device, minutes east of UTC. Absent: none is configured. */
  utcOffsetMinutes: 'utcOffsetMinutes',
  /** The speed unit configured for the device. Absent: none is configured. */
  speedUnit: 'speedUnit',
  /** The tracker's own identifier. Absent: the identifier is the IMEI. */
  identity: 'identity',
  /** `udp`: the frame came in a datagram and is decoded by the UDP side of its protocol. Absent: TCP. */
  transport: 'transport',
  /**
   * Reason why the packet is set aside. The sender's `network` (CIDR) is sent with it, and the sender's `certificate`
   * (SHA-256) if there was one.
   */
  keptAsideFor: 'keptAsideFor',
  network: 'network',
  certificate: 'certificate',
  /**
   * A `VoiceKind` and the network to which it applies, separated by a blank. Absent: the tracker has only one network,
   * which is known, and the packet came from it.
   */
  voice: 'voice',
} as const
