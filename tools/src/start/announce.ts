import type { DemoAccount } from '../seed/demo-accounts.js'
import type { Ports } from './ports.js'

export interface Announcement {
  ports: Ports
  portalUrl: string
  setupLink: string | undefined
  /** Undefined when a mail server takes the mails. */
  mailboxUrl: string | undefined
  accounts: readonly DemoAccount[]
}

/** What a person needs to know, and last the line that programs wait for. */
export function announce({ ports, portalUrl, setupLink, mailboxUrl, accounts }: Announcement): void {
  console.log('')
  console.log(`  Portal and API   ${portalUrl}`)
  console.log(`  API description  ${portalUrl}/api/docs`)
  if (mailboxUrl) console.log(`  Mails it sent    ${mailboxUrl} (on this machine only)`)
  console.log(`  Trackers (TCP)   port ${ports.gateway} for every protocol, port ${ports.teltonika} for Teltonika`)
  if (accounts.length > 0) {
    console.log('')
    console.log('  Demo accounts')
    for (const { roleName, email, password } of accounts)
      console.log(`    ${roleName.padEnd(12)} ${email.padEnd(34)} ${password}`)
  }
  if (setupLink) {
    console.log('')
    console.log('  Make the first super admin here (once, within 24 hours):')
    console.log(`    ${setupLink}`)
  }
  console.log('')
  console.log('Roadbook is ready')
}
