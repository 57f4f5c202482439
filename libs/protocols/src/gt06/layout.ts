/**
 * Short frames begin with `78 78` and a length of 1 byte, long frames with `79 79` and a length of 2 bytes. Both end with
 * serial number (2 bytes), CRC (2 bytes) and `0D 0A`.
 */
export const SHORT_START = 0x78
export const LONG_START = 0x79
/** Bytes of serial number, CRC and stop bytes. */
export const TAIL_BYTES = 6
/** Minimum of the length field, which includes protocol number, serial number and CRC. */
export const SMALLEST_LENGTH = 5
export const LARGEST_FRAME = 4096

/**
 * Protocol numbers of messages that contain more than a GPS block. Names are those of the vendors' documents, if they have
 * one.
 */
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

/** Content of the frame without serial number and checksum, and the known state of the device's clock. */
export interface Content {
  type: number
  isLong: boolean
  /** Number of bytes between the protocol number and the serial number. */
  size: number
}
