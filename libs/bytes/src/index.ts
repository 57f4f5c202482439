/** Readers and writers of bytes, and checksums. All functions are pure. */
export * from './byte-reader.js'
export * from './byte-writer.js'
export * from './crc16-ibm.js'
export * from './crc16-ccitt.js'
export * from './crc16-reflected.js'
export * from './xor-checksum.js'
export * from './crc8.js'
