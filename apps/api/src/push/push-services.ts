/**
 * Push services that browsers may name. Their addresses come from clients, so nothing else is called: no machine of our own
 * network, nor any other server.
 */
export class PushServices {
  /** @param allowed hosts, `*.` for all subdomains; or whole origins, for a private service */
  constructor(private readonly allowed: readonly string[]) {}

  allow(endpoint: string): boolean {
    const url = URL.parse(endpoint)
    if (!url || url.username !== '' || url.password !== '') return false
    return this.allowed.some((one) => {
      if (one.includes('://')) return url.origin === one
      if (url.protocol !== 'https:' || url.port !== '') return false
      return one.startsWith('*.') ? url.hostname.endsWith(one.slice(1)) : url.hostname === one
    })
  }
}

export const PUSH_SERVICES = Symbol('push services')
