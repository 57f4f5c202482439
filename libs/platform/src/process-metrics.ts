import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Returns the metrics of the process itself: memory, event loop, garbage collection. Collected once per process. */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  // The default precision of 10 ms causes half the load of an idle process. Node includes the sampling interval in the delay;
  // `nodejs_eventloop_lag_seconds`, measured at each scrape, is the delay alone.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  return registry
}
