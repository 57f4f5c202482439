import type { WireWriter } from './wire-writer.js'

// Each function writes a field with its tag. If the value is unknown, it writes nothing.

/** Writes an integer. Infinity and NaN count as unknown, and other numbers are rounded. */
export function writeInteger(writer: WireWriter, tag: number, value: number | undefined): void {
  if (value === undefined || !Number.isFinite(value)) return
  writer.varint(tag)
  const whole = Math.round(value)
  if (whole >= 0) writer.varint(whole)
  else writer.bigVarint(BigInt(whole))
}

/**
 * Writes a number in units of 1/scale, as a zigzag varint. A number that does not fit into 32 bits counts as unknown,
 * because a reader would get a different number.
 */
export function writeSigned(writer: WireWriter, tag: number, value: number | undefined, scale: number): void {
  if (value === undefined) return
  const units = Math.round(value * scale)
  if (!(units >= SMALLEST_SIGNED && units <= LARGEST_SIGNED)) return
  writer.varint(tag)
  writer.signed32(units)
}

const SMALLEST_SIGNED = -0x8000_0000
const LARGEST_SIGNED = 0x7fff_ffff

export function writeFloat(writer: WireWriter, tag: number, value: number | undefined): void {
  if (value === undefined) return
  writer.varint(tag)
  writer.float(value)
}

export function writeFlag(writer: WireWriter, tag: number, value: boolean | undefined): void {
  if (value === undefined) return
  writer.varint(tag)
  writer.varint(value ? 1 : 0)
}

/**
 * Rounds a 32-bit float to seven digits, which is its precision. Without rounding, its conversion to 64 bits shows wrong
 * digits (3.4 → 3.4000000953…).
 */
export function narrowed(value: number): number {
  const hundredths = Math.round(value * 100) / 100
  return Math.fround(hundredths) === value ? hundredths : Number(value.toPrecision(7))
}
