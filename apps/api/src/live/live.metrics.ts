import { Inject, Injectable } from '@nestjs/common'
import { Counter, Gauge, type Registry } from 'prom-client'
import { API_METRICS } from '../configuration.js'

/** Counters and gauges of the live channel. */
@Injectable()
export class LiveMetrics {
  readonly clients: Gauge
  readonly frames: Counter
  readonly dropped: Counter
  readonly closed: Counter<'code'>

  constructor(@Inject(API_METRICS) registry: Registry) {
    const registers = [registry]
    this.clients = new Gauge({ name: 'live_clients', help: 'Sockets of the live channel', registers })
    this.frames = new Counter({ name: 'live_frames_total', help: 'Frames sent', registers })
    this.dropped = new Counter({ name: 'live_dropped_frames_total', help: 'Frames that a slow client was spared', registers })
    this.closed = new Counter({ name: 'live_closed_total', help: 'Sockets that we closed', labelNames: ['code'], registers })
  }
}
