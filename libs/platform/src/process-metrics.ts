import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/** Metrics of the process itself: memory, event loop, garbage. Node counts each once a process, whatever runs in it and for how long. */
export function processMetrics(): Registry {
  if (registry) return registry
  registry = new Registry()
  // Whoever looks at the event loop each 10 ms, as is usual, spends half of what an idle process costs. Node counts the pause between
  // two looks with the delay: `nodejs_eventloop_lag_seconds`, which is measured when it is asked for, is the delay alone.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1_000 })
  return registry
}
