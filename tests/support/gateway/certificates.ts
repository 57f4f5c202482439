import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Certificate for 127.0.0.1. It is self-signed, so it is also the certificate of its own authority. */
export interface Certificate {
  cert: string
  key: string
  certFile: string
  keyFile: string
  /** SHA-256 of the certificate in DER, in hexadecimal. */
  fingerprint: string
}

const ECDSA_SHA256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'))

/** Makes a certificate (X.509, RFC 5280) and writes it and its key into a folder. */
export function makeCertificate(folder: string, name: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))
  const issuer = der(0x30, der(0x31, commonName))
  const validity = der(0x30, der(0x17, Buffer.from('250101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const isAuthority = der(0x30, Buffer.from('0603551d13', 'hex'), der(0x04, der(0x30, Buffer.from('0101ff', 'hex'))))
  const alternative = der(0x30, Buffer.from('0603551d11', 'hex'), der(0x04, der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])))))
  const content = der(
    0x30,
    der(0xa0, Buffer.from('020102', 'hex')),
    der(0x02, Buffer.concat([Buffer.from([1]), createHash('sha256').update(name).digest().subarray(0, 8)])),
    ECDSA_SHA256,
    issuer,
    validity,
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, isAuthority, alternative)),
  )
  const signature = sign('sha256', content, privateKey)
  const bytes = der(0x30, content, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const [certFile, keyFile] = [path.join(folder, `${name}.crt`), path.join(folder, `${name}.key`)]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  return { cert, key, certFile, keyFile, fingerprint: createHash('sha256').update(bytes).digest('hex') }
}

/** Encodes one ASN.1 value: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length
  const head = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
