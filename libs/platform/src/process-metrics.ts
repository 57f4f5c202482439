import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Returns the metrics of this process: memory, event loop, garbage collection. They are created once per process. */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  // The default sampling interval of 10 ms causes half the load of an idle process. With a longer interval, Node adds the
  // interval to the delay that it reports. For the delay without the interval, use `nodejs_eventloop_lag_seconds`, which is
  // measured at each scrape.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  return registry
}
