import type { DemoAccount } from '../seed/demo-accounts.js'
import type { Ports } from './ports.js'

/** At the embedded identity provider by a link, elsewhere by a command that names who has an account there. */
export type FirstAdmin = { kind: 'link'; url: string } | { kind: 'command' }

export interface Announcement {
  ports: Ports
  portalUrl: string
  /** Undefined where the identity provider is the embedded one. */
  outsideIssuer: string | undefined
  /** Undefined when there is a super admin. */
  firstAdmin: FirstAdmin | undefined
  /** Undefined when a mail server takes the mails. */
  mailboxUrl: string | undefined
  accounts: readonly DemoAccount[]
}

/** What a person needs to know, and last the line that programs wait for. */
export function announce({ ports, portalUrl, outsideIssuer, firstAdmin, mailboxUrl, accounts }: Announcement): void {
  console.log('')
  console.log(`  Portal and API   ${portalUrl}`)
  console.log(`  API description  ${portalUrl}/api/docs`)
  if (outsideIssuer) console.log(`  Sign-in          ${outsideIssuer}`)
  if (mailboxUrl) console.log(`  Mails it sent    ${mailboxUrl} (this link alone, on this machine)`)
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
}
