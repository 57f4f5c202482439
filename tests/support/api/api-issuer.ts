import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Minimal identity provider: signs any claims for a test, and publishes its keys. */
export class TestIssuer {
  private constructor(
    private readonly server: Server,
    readonly keys: Awaited<ReturnType<typeof generateKeyPair>>,
    private readonly jwks: { keys: object[] },
  ) {}

  private readonly signed = new Map<string, { minute: number; token: Promise<string> }>()
  /** Number of times the keys of the issuer were fetched. */
  fetches = 0
  /** If true, requests fail. */
  isDown = false

  static async start(): Promise<TestIssuer> {
    const keys = await generateKeyPair('RS256', { extractable: true })
    const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const issuer = new TestIssuer(server, keys, jwks)
    server.on('request', (request, response) => {
      if (issuer.isDown) return void response.writeHead(500).end()
      const { url } = request
      if (url === '/jwks') issuer.fetches++
      const body = url === '/jwks' ? issuer.jwks : { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    return issuer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  /** Returns the claims of a token as {@link token} signs them. */
  claims(more: JWTPayload = {}): JWTPayload {
    const now = Math.floor(Date.now() / 1000)
    return { iss: this.url, aud: 'urn:roadbook:api', iat: now, exp: now + 600, sub: 'nobody', ...more }
  }

  /** Signs an access token like that of the embedded provider. The arguments change parts of it. */
  async token(claims: JWTPayload = {}, header: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = this.keys.privateKey) {
    return new SignJWT(this.claims(claims)).setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'at+jwt', ...header }).sign(key)
  }

  /**
   * Returns the token of the account that signs in with this address. The token is cached, because signing takes longer
   * than most requests.
   */
  tokenOf(email: string, claims?: JWTPayload): Promise<string> {
    const sign = () => this.token({ sub: `subject of ${email}`, email, email_verified: true, ...claims })
    if (claims) return sign()
    const minute = Math.floor(Date.now() / 60_000)
    const signed = this.signed.get(email)
    if (signed?.minute === minute) return signed.token
    const token = sign()
    this.signed.set(email, { minute, token })
    return token
  }

  /** Replaces the key by another key with another id. */
  async rotate(): Promise<CryptoKey> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
    this.jwks.keys = [{ ...(await exportJWK(publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }]
    return privateKey
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
