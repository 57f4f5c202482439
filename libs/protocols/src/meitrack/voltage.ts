/** Volts per unit of a model's battery and supply readings. */
interface Calibration {
  battery: number
  supply: number
}

/**
 * Factors from the vendor's table. Newer models send hundredths of a volt. MVT100, MVT340 and MVT380 send 10 bits. T1,
 * MVT600, MT90 and others send 12 bits.
 */
const HUNDREDTHS: Calibration = { battery: 1 / 100, supply: 1 / 100 }
const TEN_BITS: Calibration = { battery: (3 * 2) / 1024, supply: (3 * 16) / 1024 }
const TWELVE_BITS: Calibration = { battery: (3.3 * 2) / 4096, supply: (3.3 * 16) / 4096 }

/** Range of a working lithium cell, in volts. For every reading at most one calibration gives a voltage in this range. */
const LOWEST_CELL_V = 2.6
const HIGHEST_CELL_V = 4.5

/** A supply reading with all bits set means that nothing was measured. A negative reading means the same. */
const NO_SUPPLY = 0xffff

export interface Voltages {
  batteryMv: number
  supplyMv?: number
}

/**
 * Converts battery and supply readings. The frame does not name the model, so the calibration is the one that gives a
 * plausible cell voltage. If no calibration gives one, returns undefined, and the readings are stored raw.
 */
export function voltagesOf(battery: number, supply: number | undefined): Voltages | undefined {
  for (const calibration of [HUNDREDTHS, TEN_BITS, TWELVE_BITS]) {
    const volts = battery * calibration.battery
    if (volts < LOWEST_CELL_V || volts > HIGHEST_CELL_V) continue
    const batteryMv = Math.round(volts * 1000)
    return supply === undefined || !(supply >= 0 && supply < NO_SUPPLY)
      ? { batteryMv }
      : { batteryMv, supplyMv: Math.round(supply * calibration.supply * 1000) }
  }
  return undefined
}
