import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

const STDOUT = 1

/**
 * One JSON line an event, on stdout unless told otherwise. Secrets that may slip into an object are masked. Each line is written
 * before the call returns: what is still to be written when a process exits would be tried for ever where its reader has gone.
 */
export function createLogger(service: string, level = process.env.LOG_LEVEL ?? 'info', destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'], censor: '[hidden]' },
  }
  return pino(options, destination ?? pino.destination({ dest: STDOUT, sync: true }))
}
