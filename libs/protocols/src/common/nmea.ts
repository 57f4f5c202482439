/**
 * Degrees from the NMEA 0183 form `DDMM.mmmm` (latitude) or `DDDMM.mmmm` (longitude) and its hemisphere letter. Undefined for
 * anything else: 60 minutes and more, a letter that is none of N S E W, an exponent. What is beyond 90 or 180 degrees is
 * given back as it is and judged later.
 */
export function nmeaDegrees(text: string, hemisphere: string): number | undefined {
  const match = /^(\d{1,3})(\d{2}(?:\.\d{1,8})?)$/.exec(text)
  const sign = SIGN[hemisphere]
  if (!match || sign === undefined) return undefined
  const minutes = Number(match[2])
  return minutes < 60 ? sign * (Number(match[1]) + minutes / 60) : undefined
}

const SIGN: Readonly<Record<string, 1 | -1>> = { N: 1, E: 1, S: -1, W: -1 }

/** The NMEA form of degrees with four decimals of a minute, as trackers send it, and the hemisphere letter. */
export function toNmea(degrees: number, axis: 'latitude' | 'longitude'): { text: string; hemisphere: string } {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000)
  const whole = Math.floor(tenThousandths / 600_000)
  const minutes = ((tenThousandths % 600_000) / 10_000).toFixed(4).padStart(7, '0')
  const letters = axis === 'latitude' ? 'NS' : 'EW'
  return {
    text: `${String(whole).padStart(axis === 'latitude' ? 2 : 3, '0')}${minutes}`,
    hemisphere: letters[degrees < 0 ? 1 : 0]!,
  }
}
