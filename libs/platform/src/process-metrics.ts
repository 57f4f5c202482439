import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Returns the metrics of this process: memory, event loop, garbage collection. They are created once per process. */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  // The default sampling interval of 10 ms would cause half the load of an idle process. With this longer interval, the delays
  // that Node samples include the interval itself. `nodejs_eventloop_lag_seconds` does not include it, because it is measured
  // at each scrape.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  return registry
}
