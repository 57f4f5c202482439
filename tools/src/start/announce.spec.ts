import { tmpdir } from 'node:os'
import { DataDirectory } from './data-directory.js'
import { announce } from './announce.js'
import { demoAccounts } from '../seed/demo-accounts.js'

describe('what the launcher says once all is ready', () => {
  const saved = process.env.OIDC_ISSUER
  afterEach(() => {
    if (saved === undefined) delete process.env.OIDC_ISSUER
    else process.env.OIDC_ISSUER = saved
  })

  it('is that the people of the demo have no accounts, where an identity provider of the operator’s keeps them', () => {
    const issuer = 'https://id.example/realms/fleet'
    process.env.OIDC_ISSUER = issuer
    const said: string[] = []
    const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
    const internal = { identityAdmin: 1, mailboxSmtp: 2, apiHealth: 3, gatewayHealth: 4, consumerHealth: 5 }
    announce({
      ports: { portal: 8080, identity: 8081, gateway: 5000, teltonika: 5027, mailbox: 8025, internal },
      portalUrl: 'https://fleet.example',
      outsideIssuer: issuer,
      firstAdmin: undefined,
      mailboxUrl: undefined,
      accounts: demoAccounts(new DataDirectory(tmpdir())),
    })
    log.mockRestore()
    const text = said.join('\n')
    expect(text).toMatch(/^ +Manager +marit@rheintal\.example$/m)
    expect(text).toContain(`They have no accounts yet. Make some at ${issuer} with these addresses, verified`)
    expect(text).toMatch(
      /^Roadbook is ready\nIt runs until Ctrl-C\. Open https:\/\/fleet\.example and sign in as marit@rheintal\.example$/m,
    )
  })
})
