/** The server's replies. Times are UTC. */
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

/** Reply to a log-on or a heartbeat. It repeats the command. */
export const echo = (maker: string, id: string, command: string): Buffer => ascii(`*${maker},${id},${command}#`)

/** Reply to a `V1` or `NBR`. */
export const confirm = (maker: string, id: string, command: string, now: number): Buffer =>
  ascii(`*${maker},${id},V4,${command},${dateOf(now)}${clockOf(now)}#`)

/** Reply to a binary report. */
export const confirmBinary = (maker: string, id: string, now: number): Buffer => ascii(`*${maker},${id},R12,${clockOf(now)}#`)

/** Formats a time in milliseconds since 1970 as `HHMMSS`. */
export function clockOf(now: number): string {
  const second = Math.floor(now / 1000) % 86_400
  return two(Math.floor(second / 3600)) + two(Math.floor(second / 60) % 60) + two(second % 60)
}

const dateOf = (now: number): string => {
  const date = new Date(now)
  return `${date.getUTCFullYear()}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}`
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value))
