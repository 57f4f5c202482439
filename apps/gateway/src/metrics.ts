import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Every counter of the gateway. Labels are few and bounded: never an IMEI or an address. */
export function createGatewayMetrics(registry = new Registry()) {
  const registers = [registry]
  return {
    registry,
    connections: new Gauge({ name: 'gateway_connections', help: 'Open tracker connections', labelNames: ['state'], registers }),
    logins: new Counter({ name: 'gateway_logins_total', help: 'Logins by result', labelNames: ['result'], registers }),
    frames: new Counter({
      name: 'gateway_frames_total',
      help: 'Frames by what became of them',
      labelNames: ['protocol', 'result'],
      registers,
    }),
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
    takeovers: new Counter({
      name: 'gateway_takeovers_total',
      help: 'Sessions replaced by a newer login',
      labelNames: ['result'],
      registers,
    }),
    acknowledge: new Histogram({
      name: 'gateway_ack_seconds',
      help: 'Whole frame read to acknowledgement written',
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
    buffered: new Gauge({ name: 'gateway_buffered_bytes', help: 'Bytes that wait for the event log', registers }),
    readsPaused: new Gauge({
      name: 'gateway_reads_paused',
      help: '1 while no socket is read because the event log is behind',
      registers,
    }),
  }
}
export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>
