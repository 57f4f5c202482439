import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

const STDOUT = 1

/**
 * Creates a logger that writes one JSON line per event, by default to stdout. Secrets in a logged object are masked. Each
 * line is written before the call returns. If lines were buffered and the reader of the output had ended, an exiting
 * process would try for ever to write the remaining lines.
 */
export function createLogger(service: string, level = process.env.LOG_LEVEL || 'info', destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'], censor: '[hidden]' },
  }
  return pino(options, destination ?? pino.destination({ dest: STDOUT, sync: true }))
}
