import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { SecureContextOptions, Server } from 'node:tls'
import type { Logger } from '@roadbook/platform'

/**
 * Files of the TLS port's certificate and key. `clientCaFile` is present if the gateway requests certificates from trackers.
 */
export interface TlsSettings {
  certFile: string
  keyFile: string
  clientCaFile: string | undefined
  clientCertificate: 'off' | 'optional' | 'required'
}

const LOOK_EVERY_MS = 10_000

/** @throws Error that names the file that cannot be read */
export function readCertificates({ certFile, keyFile, clientCaFile }: TlsSettings): SecureContextOptions {
  return {
    cert: readFileSync(certFile),
    key: readFileSync(keyFile),
    ...(clientCaFile && { ca: readFileSync(clientCaFile) }),
    minVersion: 'TLSv1.2',
  }
}

/**
 * Loads new certificates on SIGHUP or when a file changes. Only new connections use the new certificates. Returns a function
 * that stops the reloading.
 */
export function reloadCertificates(server: Server, settings: TlsSettings, logger: Logger): () => void {
  const files = [settings.certFile, settings.keyFile, ...(settings.clientCaFile ? [settings.clientCaFile] : [])]
  const reload = () => {
    try {
      server.setSecureContext(readCertificates(settings))
      logger.info({ certFile: settings.certFile }, 'certificates read again')
    } catch (error) {
      logger.error({ err: error }, 'the new certificates cannot be used; going on with the old ones')
    }
  }
  process.on('SIGHUP', reload)
  // The files are checked at intervals. File watchers do not notice a change of mounted secrets, because these are links that
  // are replaced.
  for (const file of files) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, reload)
  return () => {
    process.off('SIGHUP', reload)
    for (const file of files) unwatchFile(file, reload)
  }
}
