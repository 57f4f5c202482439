/** Converts the modem's `AT+CSQ` (0…31) to the column `gsmSignal` (0…5). 99 and any other value mean unknown. */
export function barsOfCsq(csq: number | undefined): number | undefined {
  return csq !== undefined && csq >= 0 && csq <= 31 ? Math.ceil((csq * 5) / 31) : undefined
}
