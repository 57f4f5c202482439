import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactEncrypt, exportJWK, exportSPKI, generateKeyPair, GeneralSign, importJWK, type JWTPayload, SignJWT } from 'jose'
import { TestIssuer } from '../../support/api/api-issuer.js'
import { ApiUnderTest } from '../../support/api/api-server.js'
import { Tenants } from '../../support/api/api-tenants.js'

const EMAIL = 'ada@fleet.example'
const SUBJECT = `subject of ${EMAIL}`
const MAX_SIGNED_LENGTH = 8_192

let api: ApiUnderTest
let stranger: TestIssuer
/** Server of an attacker. The headers of forged tokens name it as the place of the keys. */
let trap: { url: string; visits: string[]; close(): void }

beforeAll(async () => {
  api = await ApiUnderTest.start()
  stranger = await TestIssuer.start()
  trap = await setTrap()
  const tenants = new Tenants(api.database.pool)
  const business = await tenants.business('Fleet')
  await tenants.user(EMAIL, 'manager', business, { issuer: api.issuer.url, subject: SUBJECT })
})
afterAll(async () => {
  trap.close()
  await stranger.stop()
  await api.stop()
})

async function setTrap() {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    void exportJWK(api.issuer.keys.publicKey).then((key) => response.end(JSON.stringify({ keys: [{ ...key, kid: 'trap' }] })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits, close: () => void server.close() }
}

const now = () => Math.floor(Date.now() / 1000)
const part = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims = (more: JWTPayload = {}) => api.issuer.claims({ sub: SUBJECT, ...more })
const good = (more: JWTPayload = {}, header: Record<string, unknown> = {}) => api.issuer.token({ sub: SUBJECT, ...more }, header)
const profile = (token: string) => api.call('GET', '/api/v1/auth/user', { token })
/** Signs any text with the issuer's key. The text is JSON that different parsers may read differently. */
async function signedText(header: string, payload: string): Promise<string> {
  const input = `${part(header)}.${part(payload)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', api.issuer.keys.privateKey, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}
const HEADER = '{"alg":"RS256","kid":"one","typ":"at+jwt"}'
const hmac = async (secret: string | Uint8Array, alg = 'HS256') =>
  new SignJWT(claims()).setProtectedHeader({ alg, kid: 'one', typ: 'at+jwt' }).sign(Buffer.from(secret))
const ownKey = async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { jwk: await exportJWK(publicKey), privateKey }
}

/**
 * Tokens that must be refused. The name of each says in which way it differs from a valid one (ASVS 9.1.1–9.1.3,
 * 9.2.1–9.2.4, 10.3.1–10.3.3).
 */
const VECTORS: Record<string, () => Promise<string>> = {
  // Algorithms
  'algorithm none, with an empty signature': async () => `${part({ alg: 'none', kid: 'one' })}.${part(claims())}.`,
  'algorithm None over a good signature': async () => {
    const [, payload, signature] = (await good()).split('.')
    return [part({ alg: 'None', kid: 'one' }), payload, signature].join('.')
  },
  'no algorithm at all': async () => `${part({ kid: 'one' })}.${part(claims())}.AA`,
  'HS256 with the public key in PEM as the secret': async () => hmac(await exportSPKI(api.issuer.keys.publicKey)),
  'HS512 with the public key in PEM as the secret': async () => hmac(await exportSPKI(api.issuer.keys.publicKey), 'HS512'),
  'HS256 with the modulus as the secret': async () =>
    hmac(Buffer.from((await exportJWK(api.issuer.keys.publicKey)).n ?? '', 'base64url')),
  'HS256 with the published key as JSON': async () => hmac(JSON.stringify(await exportJWK(api.issuer.keys.publicKey))),
  'RS512 by our issuer’s own key': async () => {
    const jwk = await exportJWK(api.issuer.keys.privateKey)
    const key = await importJWK({ ...jwk, alg: 'RS512' }, 'RS512')
    return new SignJWT(claims()).setProtectedHeader({ alg: 'RS512', kid: 'one', typ: 'at+jwt' }).sign(key)
  },
  'PS256 by our issuer’s own key': async () => {
    const key = await importJWK({ ...(await exportJWK(api.issuer.keys.privateKey)), alg: 'PS256' }, 'PS256')
    return new SignJWT(claims()).setProtectedHeader({ alg: 'PS256', kid: 'one', typ: 'at+jwt' }).sign(key)
  },
  'ES256 under the id of an RSA key': async () => {
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' }).sign(privateKey)
  },
  'an ECDSA signature of zeros': async () => `${part({ alg: 'ES256', kid: 'one' })}.${part(claims())}.${part('\0'.repeat(64))}`,
  // Keys
  'no key id and a stranger’s key': async () =>
    new SignJWT(claims()).setProtectedHeader({ alg: 'RS256' }).sign((await ownKey()).privateKey),
  'its own key in its header': async () => {
    const { jwk, privateKey } = await ownKey()
    return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'one', jwk }).sign(privateKey)
  },
  'its own key under a new id in its header': async () => {
    const { jwk, privateKey } = await ownKey()
    return new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk: { ...jwk, kid: 'mine' } }).sign(privateKey)
  },
  'an address of keys in its header': async () => good({}, { kid: 'trap', jku: `${trap.url}/jku` }),
  'an address of certificates in its header': async () => good({}, { kid: 'trap', x5u: `${trap.url}/x5u` }),
  'a certificate of its own in its header': async () => good({}, { kid: 'trap', x5c: ['MIIB'], x5t: 'AA' }),
  'an address as its key id': async () => good({}, { kid: `${trap.url}/kid` }),
  'a path as its key id': async () => good({}, { kid: '../../../../dev/null' }),
  'SQL as its key id': async () => good({}, { kid: "one' UNION SELECT 'one" }),
  'a prototype as its key id': async () => good({}, { kid: '__proto__' }),
  'a key id of 4 KB': async () => good({}, { kid: 'x'.repeat(4_000) }),
  'a key id that is a number': async () => signedText('{"alg":"RS256","kid":1}', JSON.stringify(claims())),
  'a key that the issuer has taken back': async () => 'replaced in its own test',
  // Signature and form
  'a signature of another token': async () => {
    const [header, , signature] = (await good()).split('.')
    return [header, part(claims({ sub: 'root' })), signature].join('.')
  },
  'a header of another token': async () => {
    const [, payload, signature] = (await good()).split('.')
    return [part('{"kid":"one","alg":"RS256","typ":"at+jwt"}'), payload, signature].join('.')
  },
  'an empty signature': async () => `${(await good()).split('.').slice(0, 2).join('.')}.`,
  'a fourth part': async () => `${await good()}.AAAA`,
  'two signatures': async () => {
    const { privateKey } = await ownKey()
    const both = await new GeneralSign(Buffer.from(JSON.stringify(claims())))
      .addSignature(privateKey)
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .addSignature(api.issuer.keys.privateKey)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign()
    return part(both)
  },
  'an encrypted token': async () => {
    const key = await importJWK({ ...(await exportJWK(api.issuer.keys.publicKey)), alg: 'RSA-OAEP-256' }, 'RSA-OAEP-256')
    return new CompactEncrypt(Buffer.from(JSON.stringify(claims())))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'one' })
      .encrypt(key)
  },
  'a critical header': async () => good({}, { crit: ['exp'], exp: now() }).catch(() => 'a.b.c'),
  'an unencoded payload': async () =>
    signedText('{"alg":"RS256","kid":"one","b64":false,"crit":["b64"]}', JSON.stringify(claims())),
  'a signed payload that is a list': async () => signedText(HEADER, JSON.stringify([claims()])),
  'a signed payload that is text': async () => signedText(HEADER, JSON.stringify('claims')),
  'a signed payload that is no JSON': async () => signedText(HEADER, '{"sub"'),
  'a header that is no JSON': async () => signedText('{"alg"', JSON.stringify(claims())),
  'padding in base64': async () => (await good()).replace('.', '=.'),
  'another token behind a comma': async () => `${await good()},${await good()}`,
  'a token that is too long': async () => good({ padding: 'x'.repeat(MAX_SIGNED_LENGTH) }),
  // Claims
  'another issuer of the same name with a path': async () => good({ iss: `${api.issuer.url}/realms/other` }),
  'the issuer in capitals': async () => good({ iss: api.issuer.url.toUpperCase() }),
  'a list of issuers': async () => good({ iss: [api.issuer.url] as unknown as string }),
  'another client’s audience': async () => good({ aud: 'roadbook-portal' }),
  'an audience that begins like ours': async () => good({ aud: 'urn:roadbook:api:admin' }),
  'an empty list of audiences': async () => good({ aud: [] }),
  'an audience that is an object': async () => good({ aud: { 0: 'urn:roadbook:api' } as unknown as string }),
  'an end of a moment ago': async () => good({ exp: now() - 31 }),
  'an end in the past by a minus sign': async () => good({ exp: -1 }),
  'an end that is infinite': async () => signedText(HEADER, JSON.stringify(claims()).replace(/"exp":\d+/, '"exp":1e999')),
  'an end that is a list': async () => good({ exp: [now() + 600] as unknown as number }),
  'an end that is null': async () => good({ exp: null as unknown as number }),
  'a beginning in a minute': async () => good({ nbf: now() + 60 }),
  'a beginning that is text': async () => good({ nbf: 'now' as unknown as number }),
  'an issue in the future': async () => good({ iat: now() + 3_600 }),
  'a subject that is a list': async () => good({ sub: [SUBJECT] as unknown as string }),
  'a subject that is a number': async () => good({ sub: 1 as unknown as string }),
  'a subject with SQL': async () => good({ sub: `${SUBJECT}' OR '1'='1` }),
  'a subject with a zero byte': async () => good({ sub: `${SUBJECT}\0` }),
  'the subject in capitals': async () => good({ sub: SUBJECT.toUpperCase() }),
  'the same subject by another issuer': async () => stranger.token({ sub: SUBJECT }),
  'the same subject and our name by another issuer': async () => stranger.token({ sub: SUBJECT, iss: api.issuer.url }),
  // Kinds of token
  'an id token, by its type': async () => good({}, { typ: 'id_token+jwt' }),
  'an id token for our audience, by its claims': async () => good({ nonce: 'n', at_hash: 'h' }, { typ: 'JWT' }),
  'a refresh token, by its claims': async () => good({ typ: 'Refresh' }, { typ: 'JWT' }),
  'an offline token, by its claims': async () => good({ typ: 'Offline' }, { typ: 'JWT' }),
  'a logout token': async () => good({ events: {} }, { typ: 'logout+jwt' }),
  'a security event token': async () => good({}, { typ: 'secevent+jwt' }),
  'a proof of possession': async () => good({}, { typ: 'dpop+jwt' }),
}
delete VECTORS['a key that the issuer has taken back']

describe('tokens that must open nothing (S5)', () => {
  it.each(Object.keys(VECTORS))('S5 %s is refused with 401, and nothing is fetched for it', async (name) => {
    const token = await VECTORS[name]!()
    const before = api.issuer.fetches
    const { status, body, headers, text } = await profile(token)
    expect([status, body?.detail]).toEqual([401, 'Your token is not valid'])
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(text).not.toContain(token.slice(0, 40))
    expect(trap.visits).toEqual([])
    expect(api.issuer.fetches - before).toBeLessThanOrEqual(1)
  })

  it('S5 are 40 and more, and each is one token away from one that opens', async () => {
    expect(Object.keys(VECTORS).length).toBeGreaterThanOrEqual(40)
    for (const token of [await good(), await good({ aud: ['other', 'urn:roadbook:api'] }), await good({ nbf: now() - 5 })]) {
      expect((await profile(token)).status).toBe(200)
    }
  })

  it('S5 counts no claim twice: of two subjects no other than one that was signed for is taken', async () => {
    await new Tenants(api.database.pool).user('root@x.example', 'super-admin', null, {
      issuer: api.issuer.url,
      subject: 'root',
    })
    const payload = JSON.stringify(claims()).replace(`"sub":"${SUBJECT}"`, `"sub":"${SUBJECT}","sub":"nobody"`)
    expect((await profile(await signedText(HEADER, payload))).status).toBe(401)
    const twice = JSON.stringify(claims()).replace('"iss":', '"aud":"roadbook-portal","iss":')
    const answer = await profile(await signedText(HEADER, twice))
    // The last audience of this token is ours, and only the issuer could have signed it. So both answers are allowed.
    expect([200, 401]).toContain(answer.status)
  })

  it.each([
    ['the query', (token: string) => api.call('GET', `/api/v1/auth/user?access_token=${token}&token=${token}`)],
    ['a cookie', (token: string) => api.call('GET', '/api/v1/auth/user', { headers: { cookie: `access_token=${token}` } })],
    [
      'the body',
      (token: string) =>
        api.call('PUT', '/api/v1/account/update', { body: { first_name: 'A', last_name: 'B', access_token: token } }),
    ],
    ['another scheme', (token: string) => api.call('GET', '/api/v1/auth/user', { headers: { authorization: `Basic ${token}` } })],
    ['no scheme', (token: string) => api.call('GET', '/api/v1/auth/user', { headers: { authorization: token } })],
    [
      'another header',
      (token: string) => api.call('GET', '/api/v1/auth/user', { headers: { 'x-authorization': `Bearer ${token}` } }),
    ],
  ])('S5 are taken from the Authorization header alone, not from %s', async (_where, ask) => {
    expect((await ask(await good())).status).toBe(401)
  })
})

describe('an issuer that changes its keys (S6)', () => {
  it('S6 is followed to its new key, and the old one opens nothing once it was taken back', async () => {
    const rotating = await ApiUnderTest.start()
    try {
      const tenants = new Tenants(rotating.database.pool)
      await tenants.user(EMAIL, 'manager', await tenants.business('Fleet'))
      const ask = (token: string) => rotating.call('GET', '/api/v1/auth/user', { token })
      const before = await rotating.issuer.tokenOf(EMAIL)
      const unused = await rotating.issuer.tokenOf(EMAIL, { jti: 'not shown before' })
      expect((await ask(before)).status).toBe(200)
      const key = await rotating.issuer.rotate()
      // Keys are fetched again at most twice a minute. So the clock is moved ahead by more than half a minute.
      const later = performance.now() + 31_000
      const laterDate = Date.now() + 31_000
      jest.spyOn(performance, 'now').mockImplementation(() => later)
      jest.spyOn(Date, 'now').mockImplementation(() => laterDate)
      const subject = `subject of ${EMAIL}`
      const renewed = await rotating.issuer.token({ sub: subject }, { kid: 'two' }, key)
      expect((await ask(renewed)).status).toBe(200)
      expect((await ask(unused)).status).toBe(401)
      expect(rotating.issuer.fetches).toBe(2)
    } finally {
      jest.restoreAllMocks()
      await rotating.stop()
    }
  })

  it('S6 a token that was shown before its key was taken back ends with the key, within minutes', async () => {
    const rotating = await ApiUnderTest.start()
    try {
      const tenants = new Tenants(rotating.database.pool)
      await tenants.user(EMAIL, 'manager', await tenants.business('Fleet'))
      const ask = (token: string) => rotating.call('GET', '/api/v1/auth/user', { token })
      const shown = await rotating.issuer.tokenOf(EMAIL, { exp: now() + 86_400 })
      expect((await ask(shown)).status).toBe(200)
      await rotating.issuer.rotate()
      const laterDate = Date.now() + 11 * 60_000
      jest.spyOn(Date, 'now').mockImplementation(() => laterDate)
      expect((await ask(shown)).status).toBe(401)
    } finally {
      jest.restoreAllMocks()
      await rotating.stop()
    }
  })

  it('S6 is asked once by a thousand unknown key ids, and those with known keys wait for nothing', async () => {
    await profile(await good())
    const before = api.issuer.fetches
    const made = await Promise.all(Array.from({ length: 200 }, (_, at) => good({}, { kid: `made up ${at}` })))
    const answers = await Promise.all([...made, await good({ jti: 'amid them' })].map(profile))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(200).fill(401), 200])
    expect(api.issuer.fetches - before).toBeLessThanOrEqual(1)
  })
})
