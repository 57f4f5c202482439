import { pino, type Logger } from 'pino'

export type { Logger }

/** One JSON line an event, on stdout. Secrets that may slip into an object are masked. */
export function createLogger(service: string, level = process.env.LOG_LEVEL ?? 'info'): Logger {
  return pino({
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'], censor: '[hidden]' },
  })
}
