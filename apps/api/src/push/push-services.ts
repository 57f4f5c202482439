/**
 * The push services that browsers may name. Their addresses come from clients, so nothing else is ever called: neither a machine of
 * our own network, nor somebody else's.
 */
export class PushServices {
  /** @param allowed hosts, `*.` for whatever is below; or whole origins, as a service of one's own has */
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
