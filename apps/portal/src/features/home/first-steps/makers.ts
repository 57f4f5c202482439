/** Server that a tracker is to send to. */
export interface Goal {
  host: string
  port: number
  /** Access point name of the tracker's SIM, if the user entered it. */
  apn: string
}

export interface Maker {
  /**
   * Name shown to users, for example `Concox, Jimi (GT06)`. It may name several makers and models that use the same protocol.
   */
  name: string
  protocol: string
  /**
   * Returns the command for an SMS or the app. Absent if users set the server with the maker's own program instead of a
   * command.
   */
  command?: (goal: Goal) => string | undefined
}

const isAddress = (host: string): boolean => /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
/** Puts an IPv6 address in brackets, as in a URL. */
const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/**
 * Makers with their commands, the most common first. The commands are from the makers' SMS and AT manuals, with the factory
 * password if a password is part of the command.
 */
export const MAKERS: readonly Maker[] = [
  {
    name: 'Teltonika',
    protocol: 'teltonika',
    // The two blanks are an empty login and an empty password.
    command: ({ host, port, apn }) => `  setparam ${apn ? `2001:${apn};` : ''}2004:${host};2005:${port};2006:0`,
  },
  {
    name: 'Concox, Jimi (GT06)',
    protocol: 'gt06',
    command: ({ host, port }) => `SERVER,${isAddress(host) ? 0 : 1},${host},${port},0#`,
  },
  {
    name: 'Coban (TK103, GPS103)',
    protocol: 'gps103',
    command: ({ host, port }) => (isAddress(host) ? `adminip123456 ${host} ${port}` : undefined),
  },
  {
    name: 'Meitrack',
    protocol: 'meitrack',
    command: ({ host, port, apn }) => (apn ? `0000,A21,1,${host},${port},${apn},,` : undefined),
  },
  {
    name: 'Sinotrack (H02)',
    protocol: 'h02',
    command: ({ host, port }) => (isAddress(host) ? `8040000 ${host} ${port}` : undefined),
  },
  { name: 'Setracker', protocol: 'watch', command: ({ host, port }) => `pw,123456,ip,${host},${port}#` },
  {
    name: 'OsmAnd, Traccar Client',
    protocol: 'osmand',
    command: ({ host, port }) => `http://${inUrl(host)}:${port}`,
  },
  { name: 'CalAmp', protocol: 'calamp' },
  { name: 'Castel', protocol: 'castel' },
  { name: 'EElink', protocol: 'eelink' },
  { name: 'JT/T 808', protocol: 'jt808' },
  { name: 'MiniFinder', protocol: 'minifinder' },
  { name: 'Queclink', protocol: 'queclink' },
  { name: 'Ruptela', protocol: 'ruptela' },
  { name: 'Suntech', protocol: 'suntech' },
  { name: 'TK103 (B)', protocol: 'tk103' },
  { name: 'Topin', protocol: 'topin' },
  { name: 'Totem', protocol: 'totem' },
  { name: 'Wialon IPS', protocol: 'wialon-ips' },
  { name: 'Xexun', protocol: 'xexun' },
]

/** Returns the name shown for the makers of a protocol, or the protocol's own name if it is not listed. */
export const makerOf = (protocol: string): string => MAKERS.find((maker) => maker.protocol === protocol)?.name ?? protocol
