import type { DemoAccount } from '../seed/demo-accounts.js'
import type { Ports } from './ports.js'

/**
 * Way to create the first super admin. With the embedded identity provider it is a link. With another provider it is a
 * command that names an account there.
 */
export type FirstAdmin = { kind: 'link'; url: string } | { kind: 'command' }

export interface Announcement {
  ports: Ports
  portalUrl: string
  /** Address of the operator's identity provider. Undefined with the embedded one. */
  outsideIssuer: string | undefined
  /** Undefined if a super admin exists. */
  firstAdmin: FirstAdmin | undefined
  /** Undefined if mails are sent to a mail server. */
  mailboxUrl: string | undefined
  accounts: readonly DemoAccount[]
}

/**
 * Prints everything that a person needs to know after the start. One of the lines is the one for which programs wait. The
 * last line says where to begin.
 */
export function announce({ ports, portalUrl, outsideIssuer, firstAdmin, mailboxUrl, accounts }: Announcement): void {
  console.log('')
  console.log(`  Portal and API   ${portalUrl}`)
  console.log(`  API description  ${portalUrl}/api/docs`)
  if (outsideIssuer) console.log(`  Sign-in          ${outsideIssuer}`)
  if (mailboxUrl) console.log(`  Mails it sends   ${mailboxUrl} (kept there, for no mail server is set; open it on this machine)`)
  console.log(`  Trackers (TCP)   port ${ports.gateway} for every protocol, port ${ports.teltonika} for Teltonika`)
  if (accounts.length > 0) {
    console.log('')
    console.log(outsideIssuer ? '  Demo users' : '  Demo accounts')
    for (const { roleName, email, password } of accounts)
      console.log(`    ${roleName.padEnd(12)} ${email.padEnd(34)} ${password ?? ''}`.trimEnd())
    if (outsideIssuer) {
      console.log(`  They have no accounts yet. Make some at ${outsideIssuer} with these addresses, verified;`)
      console.log('  each is linked to its user at the first sign-in.')
    }
  }
  if (firstAdmin) {
    console.log('')
    if (firstAdmin.kind === 'link') {
      console.log('  Make the first super admin here (once, within 24 hours):')
      console.log(`    ${firstAdmin.url}`)
    } else {
      console.log('  Make the first super admin, with the verified address of an account at the identity provider:')
      console.log('    npx roadbook admin create --email E --first-name F --last-name L')
    }
  }
  console.log('')
  console.log('Roadbook is ready')
  console.log(`It runs until Ctrl-C. ${whereToBegin(portalUrl, accounts, firstAdmin)}`)
}

/** Role with which to sign in first. The manager has a fleet and a business to look at. */
const FIRST = 'manager'

/** Returns the end of the last line: the address and the account. The password comes last, so that it is easy to copy. */
function whereToBegin(portalUrl: string, accounts: readonly DemoAccount[], firstAdmin: FirstAdmin | undefined): string {
  if (firstAdmin) return 'Begin with the first super admin, as said above.'
  const account = accounts.find(({ role }) => role === FIRST)
  if (!account) return `Open ${portalUrl}`
  const { email, password } = account
  return `Open ${portalUrl} and sign in as ${email}${password ? ` with ${password}` : ''}`
}
