/** Kind of host, by its name (R-073, G-14). */
export type HostKind = 'production' | 'local' | 'acc' | 'staging'

export function hostKind(hostname: string): HostKind {
  if (hostname === 'localhost' || hostname === '127.0.0.1' || hostname.endsWith('.localhost')) return 'local'
  if (hostname.startsWith('acc.')) return 'acc'
  if (hostname.startsWith('staging.')) return 'staging'
  return 'production'
}

/** Returns "[acc] " before the page title on a non-production host, nothing otherwise. */
export function titlePrefix(hostname: string): string {
  const kind = hostKind(hostname)
  return kind === 'production' ? '' : `[${kind}] `
}

/** Marks the browser tab of a non-production host: prefix and a favicon with a coloured corner. */
export function markHost(hostname: string): void {
  const kind = hostKind(hostname)
  if (kind === 'production') return
  document.title = `${titlePrefix(hostname)}Roadbook`
  document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', `/favicon-${kind}.svg`)
}
