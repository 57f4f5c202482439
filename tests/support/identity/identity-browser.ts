import { createHash, randomBytes } from 'node:crypto'

/** Address of the portal in these tests. No program listens at this address: the browser stops before it opens the address. */
export const PORTAL = 'http://localhost:59999'

export interface Page {
  status: number
  headers: Headers
  body: string
  url: URL
  /** Address to which the browser was sent, if this address is outside the identity provider. */
  left?: URL
}

const unescape = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
  )

/** Browser that keeps cookies by path, follows redirects, and fills in and posts forms. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>()

  constructor(
    readonly issuer: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  async get(address: string | URL): Promise<Page> {
    return this.follow(new URL(address, this.issuer), 'GET')
  }

  /** Posts the form of `page`. `fields` replace the values in the form. */
  async submit(page: Page, fields: Record<string, string>): Promise<Page> {
    const action = /<form[^>]* action="([^"]*)"/.exec(page.body)?.[1]
    if (action === undefined) throw new Error(`no form on ${page.url.pathname}: ${page.status}`)
    const filled = new URLSearchParams()
    for (const [input] of page.body.matchAll(/<input[^>]*>/g)) {
      const name = /\sname="([^"]*)"/.exec(input)?.[1]
      if (name && !(/type="checkbox"/.test(input) && !/\schecked/.test(input)))
        filled.set(name, unescape(/\svalue="([^"]*)"/.exec(input)?.[1] ?? ''))
    }
    for (const [name, value] of Object.entries(fields)) filled.set(name, value)
    return this.follow(new URL(unescape(action), page.url), 'POST', filled.toString())
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value
  }

  private async follow(url: URL, method: string, body?: string): Promise<Page> {
    for (let hops = 0; hops < 10; hops++) {
      if (url.origin !== new URL(this.issuer).origin) return { status: 0, headers: new Headers(), body: '', url, left: url }
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          ...this.headers,
          cookie: this.cookieHeader(url.pathname),
          ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: this.issuer }),
        },
        ...(body === undefined ? {} : { body }),
      })
      this.keep(response)
      const location = response.headers.get('location')
      if (!location || response.status < 300 || response.status > 399)
        return { status: response.status, headers: response.headers, body: await response.text(), url }
      url = new URL(location, url)
      method = 'GET'
      body = undefined
    }
    throw new Error('too many redirects')
  }

  private keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, { value, path })
    }
  }

  private cookieHeader(pathname: string): string {
    return [...this.cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
  }
}

export interface TokenAnswer {
  status: number
  access_token?: string
  id_token?: string
  refresh_token?: string
  error?: string
}

/** The portal's part of the sign-in: authorization requests with PKCE, and calls of the token endpoint. */
export class PortalClient {
  readonly verifier = randomBytes(32).toString('base64url')

  constructor(
    private readonly issuer: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  authorizationUrl(change: Record<string, string | undefined> = {}): URL {
    const url = new URL('/auth', this.issuer)
    const parameters: Record<string, string | undefined> = {
      client_id: 'roadbook-portal',
      response_type: 'code',
      redirect_uri: `${PORTAL}/auth/callback`,
      scope: 'openid email profile',
      state: 'deep-link',
      nonce: 'n-1',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    }
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
    return url
  }

  async exchange(code: string, verifier = this.verifier): Promise<TokenAnswer> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${PORTAL}/auth/callback`,
      code_verifier: verifier,
    })
  }

  async refresh(refreshToken: string): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  private async token(fields: Record<string, string>): Promise<TokenAnswer> {
    const response = await fetch(new URL('/token', this.issuer), {
      method: 'POST',
      headers: { ...this.headers, origin: PORTAL },
      body: new URLSearchParams({ client_id: 'roadbook-portal', ...fields }),
    })
    return { ...((await response.json()) as Omit<TokenAnswer, 'status'>), status: response.status }
  }
}
