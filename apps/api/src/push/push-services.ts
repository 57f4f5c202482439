/**
 * Push services that browsers may use. The push addresses come from clients. Only addresses at these services are called,
 * so that no client can make Roadbook call another server or a machine of our own network.
 */
export class PushServices {
  /** @param allowed hosts, domains after `*.` (which means all their subdomains), or whole origins (for a private service) */
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
