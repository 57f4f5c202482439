import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { FrameTallies } from './frame-tally.js'

/**
 * Creates the gateway's metrics. Each label has few possible values. So an IMEI or an address is never a label. Values that
 * change with every frame or connection are plain numbers, which are copied when Prometheus collects them.
 */
export function createGatewayMetrics(registry = new Registry()) {
  const registers = [registry]
  const connections = { awaitingLogin: 0, online: 0, datagram: 0 }
  const logins = { accepted: 0, refused: 0, unsure: 0 }
  const backlog = { bytes: 0, isFull: false }
  const halfFrames = { bytes: () => 0 }
  new Gauge({
    name: 'gateway_connections',
    help: 'Open tracker connections; datagram: senders of datagrams that are kept',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections)) this.set({ state }, count)
    },
  })
  new Counter({
    name: 'gateway_logins_total',
    help: 'Trackers that introduced themselves, by what came of it',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(logins)) this.inc({ result }, count)
    },
  })
  new Gauge({
    name: 'gateway_buffered_bytes',
    help: 'Bytes that wait for the event log',
    registers,
    collect() {
      this.set(backlog.bytes)
    },
  })
  new Gauge({
    name: 'gateway_reads_paused',
    help: '1 while no socket is read because the event log is behind',
    registers,
    collect() {
      this.set(Number(backlog.isFull))
    },
  })
  new Gauge({
    name: 'gateway_half_frame_bytes',
    help: 'Bytes kept of frames that are not whole yet, of all connections',
    registers,
    collect() {
      this.set(halfFrames.bytes())
    },
  })
  return {
    registry,
    connections,
    connectionsLimit: new Gauge({
      name: 'gateway_connections_limit',
      help: 'Tracker connections that this gateway accepts: MAX_CONNECTIONS, or fewer where the limit of open files is lower',
      registers,
    }),
    logins,
    backlog,
    /** Bytes of incomplete frames. They are counted only when Prometheus collects the metrics. */
    halfFrames,
    frames: new FrameTallies(registers),
    closed: new Counter({
      name: 'gateway_closed_total',
      help: 'Connections that the gateway closed',
      labelNames: ['reason'],
      registers,
    }),
    rejected: new Counter({
      name: 'gateway_rejected_total',
      help: 'Frames sent to tracker.rejected',
      labelNames: ['reason'],
      registers,
    }),
    datagrams: new Counter({
      name: 'gateway_datagrams_total',
      help: 'UDP datagrams by what became of them',
      labelNames: ['result'],
      registers,
    }),
    forwarded: new Counter({
      name: 'gateway_forwarded_requests_total',
      help: 'Requests of forwarding servers, by the status of the answer',
      labelNames: ['status'],
      registers,
    }),
    forwardedMessages: new Counter({
      name: 'gateway_forwarded_messages_total',
      help: 'Messages of forwarding servers, by what became of them',
      labelNames: ['result'],
      registers,
    }),
    takeovers: new Counter({
      name: 'gateway_takeovers_total',
      help: 'Sessions replaced by a newer login',
      labelNames: ['result'],
      registers,
    }),
    keptAside: new Counter({
      name: 'gateway_kept_aside_total',
      help: 'Packets that are not believed to be of the tracker that they name',
      labelNames: ['reason'],
      registers,
    }),
    acknowledge: new Histogram({
      name: 'gateway_ack_seconds',
      help: 'Frame handed to the event log until it is durable and may be acknowledged',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    publish: new Histogram({
      name: 'gateway_publish_seconds',
      help: 'One batch to the event log',
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    publishFailures: new Counter({
      name: 'gateway_publish_failures_total',
      help: 'Batches that the event log refused',
      registers,
    }),
  }
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
