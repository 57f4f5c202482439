/** Short frames: `78 78` · length 1; long frames: `79 79` · length 2; both end with serial 2 · CRC 2 · `0D 0A`. */
export const SHORT_START = 0x78
export const LONG_START = 0x79
/** Serial, CRC and stop bytes. */
export const TAIL_BYTES = 6
/** Protocol number, serial and CRC: the minimum of the length field. */
export const SMALLEST_LENGTH = 5
export const LARGEST_FRAME = 4096

/** Protocol numbers of messages with more than a GPS block. Names as in the vendors' documents where they have one. */
export const MessageType = {
  login: 0x01,
  status: 0x13,
  text: 0x15,
  text2: 0x21,
  heartbeat: 0x23,
  deviceStatus4g: 0x36,
  time: 0x8a,
  command: 0x80,
  modular: 0x70,
  obd: 0x8c,
  information: 0x94,
  jcAlarm: 0x95,
  serialData: 0x9b,
  states: 0xf1,
  peripherals: 0xf2,
} as const

/** Content of the frame without serial and checksum, with the known state of the device's clock. */
export interface Content {
  type: number
  isLong: boolean
  /** Bytes from the protocol number (not included) to the serial (not included). */
  size: number
}
