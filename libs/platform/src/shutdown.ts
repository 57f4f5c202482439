import type { Logger } from './logger.js'

/**
 * Runs `drain` once on SIGTERM or SIGINT, then exits with 0. Exits with 1 and logs the reason if `drain` fails or takes
 * longer than `limitMs`, or if a second signal arrives. Also runs `drain` if the process that launched this one has ended,
 * which closes the IPC channel.
 */
export function onShutdown(logger: Logger, drain: () => Promise<void>, limitMs = 8_000): void {
  let draining = false
  const begin = (signal: string) => {
    if (draining) {
      logger.warn({ signal }, 'second signal: leaving at once')
      process.exit(1)
    }
    draining = true
    logger.info({ signal }, 'shutting down')
    setTimeout(() => {
      logger.error({ limitMs }, 'could not drain in time')
      process.exit(1)
    }, limitMs).unref()
    drain().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not drain')
        process.exit(1)
      },
    )
  }
  process.once('disconnect', () => begin('disconnect'))
  process.on('SIGTERM', () => begin('SIGTERM'))
  process.on('SIGINT', () => begin('SIGINT'))
  // The launcher may have ended while this process was still starting.
  if (process.send && !process.connected) begin('disconnect')
}
