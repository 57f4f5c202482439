/** Settings whose value may be the path of a file that belongs to the operator. */
const SETTINGS = [
  'BASEMAP',
  'ROADS_FILE',
  'ANNOUNCEMENTS_FILE',
  'VAT_RATES_FILE',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TLS_CLIENT_CA_FILE',
] as const

/** Returns the settings that name a file, with its path. Addresses and `none` are no files. */
export function namedFiles(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    SETTINGS.flatMap((name) => {
      const value = environment[name]
      return value && value !== 'none' && !/^https?:/.test(value) ? [[name, value]] : []
    }),
  )
}
