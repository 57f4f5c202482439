import { randomUUID } from 'node:crypto'
import { directoryProblem } from '@roadbook/api/features/users/accounts/user-accounts'
import type { Problem } from '@roadbook/api/http/problems'
import { EmbeddedDirectory } from '@roadbook/api/identity-directory/embedded-directory'
import {
  DirectoryUnavailable,
  type IdentityDirectory,
  NoSuchAccount,
  RefusedByDirectory,
} from '@roadbook/api/identity-directory/identity-directory'
import { KeycloakDirectory } from '@roadbook/api/identity-directory/keycloak-directory'
import type { RunningIdentity } from '@roadbook/identity/bootstrap'
import { Browser, PORTAL } from '../../support/identity/identity-browser.js'
import { KeycloakDouble } from '../../support/identity/keycloak-double.js'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js'
import { ADMIN_SECRET, startIdentityWithPort } from '../../support/api/users-rig.js'

let database: TestDatabase
let identity: RunningIdentity
let keycloak: KeycloakDouble
const directories: Record<string, () => IdentityDirectory> = {
  'the embedded provider': () => new EmbeddedDirectory(`http://127.0.0.1:${identity.adminPort}`, ADMIN_SECRET),
  Keycloak: () =>
    new KeycloakDirectory(
      { realmUrl: keycloak.realmUrl, clientId: 'roadbook-directory', clientSecret: 'directory secret' },
      'roadbook-portal',
    ),
}

beforeAll(async () => {
  database = await createTestDatabase()
  ;[identity, keycloak] = await Promise.all([startIdentityWithPort(database.urlOf('identity')), KeycloakDouble.start()])
})
afterAll(async () => {
  await identity.close()
  await keycloak.stop()
  await database.drop()
})

/** Returns true if a user with this address could sign in. */
const isOpen = async (name: string, email: string): Promise<boolean | undefined> => {
  if (name === 'Keycloak') return [...keycloak.accounts.values()].find((one) => one.email === email)?.enabled
  const { rows } = await database.pool.query('SELECT disabled_at IS NULL AS open FROM identity.accounts WHERE email = $1', [
    email,
  ])
  return rows[0]?.open
}

describe.each(Object.entries(directories))('G-16 the directory of %s', (name, open) => {
  const account = (email: string) => ({
    key: randomUUID(),
    email,
    firstName: 'Dora',
    lastName: 'Dealer',
    temporaryPassword: 'Abcdefgh1!23',
    mustHaveSecondFactor: false,
  })
  const address = (word: string) => `${word}@${name === 'Keycloak' ? 'kc' : 'own'}.example`
  const made = async (email: string) => {
    const directory = open()
    const one = account(email)
    const outcome = await directory.provision(one)
    if (outcome.kind !== 'made') throw new Error('exists')
    return { directory, subject: outcome.subject, one }
  }

  it('makes an account once, however often it is asked under one key', async () => {
    const { directory, subject, one } = await made(address('once'))
    expect(await directory.provision(one)).toEqual({ kind: 'made', subject })
    expect([await directory.findByKey(one.key), await directory.findByKey(randomUUID())]).toEqual([subject, undefined])
  })

  it('leaves an account that others made as it is', async () => {
    const { directory } = await made(address('taken'))
    expect(await directory.provision(account(address('taken')))).toEqual({ kind: 'exists' })
  })

  it('disables, enables and removes, and does not mind doing so twice', async () => {
    const { directory, subject } = await made(address('leaver'))
    for (const _ of [1, 2]) await directory.disable(subject)
    expect(await isOpen(name, address('leaver'))).toBe(false)
    for (const _ of [1, 2]) await directory.enable(subject)
    expect(await isOpen(name, address('leaver'))).toBe(true)
    for (const _ of [1, 2]) await directory.remove(subject)
    expect(await isOpen(name, address('leaver'))).toBeUndefined()
    await Promise.all([directory.disable(subject), directory.endSessions(subject)])
  })

  it('changes e-mail and name, but never to the address of somebody else', async () => {
    const { directory, subject } = await made(address('old'))
    await made(address('neighbour'))
    const profile = { firstName: 'Anna', lastName: 'Nova', mustHaveSecondFactor: false }
    await directory.setProfile(subject, { ...profile, email: address('new') })
    expect([await isOpen(name, address('old')), await isOpen(name, address('new'))]).toEqual([undefined, true])
    await expect(directory.setProfile(subject, { ...profile, email: address('neighbour') })).rejects.toThrow(RefusedByDirectory)
  })

  it('sets a temporary password, and says when there is nobody to set it for', async () => {
    const { directory, subject } = await made(address('forgetful'))
    await directory.setTemporaryPassword(subject, 'Zyxwvuts9?87')
    await expect(directory.setTemporaryPassword(randomUUID(), 'Zyxwvuts9?87')).rejects.toThrow(NoSuchAccount)
    await expect(directory.createResetLink(randomUUID())).rejects.toThrow(NoSuchAccount)
  })
})

describe('Keycloak', () => {
  it('is asked as a service account, whose token is kept, and replaced when it was taken back', async () => {
    const directory = directories.Keycloak!()
    const before = keycloak.tokensGiven
    await directory.findByKey(randomUUID())
    await directory.findByKey(randomUUID())
    expect(keycloak.tokensGiven).toBe(before + 1)
    keycloak.forgetsTokens = true
    await directory.findByKey(randomUUID())
    expect(keycloak.tokensGiven).toBe(before + 2)
  })

  it('keeps what we know nothing of, forces a new password, and mails the link itself', async () => {
    const directory = directories.Keycloak!()
    const outcome = await directory.provision({
      key: randomUUID(),
      email: 'whole@kc.example',
      firstName: 'Whole',
      lastName: 'Person',
      temporaryPassword: 'Abcdefgh1!23',
      mustHaveSecondFactor: false,
    })
    const subject = outcome.kind === 'made' ? outcome.subject : ''
    const account = keycloak.accounts.get(subject)
    expect(account).toMatchObject({ requiredActions: ['UPDATE_PASSWORD'], emailVerified: true })
    expect(keycloak.passwords.get(subject)).toMatchObject({ temporary: true })
    keycloak.accounts.set(subject, { ...account!, attributes: { department: ['Bikes'] } })
    await directory.disable(subject)
    expect(keycloak.accounts.get(subject)).toMatchObject({
      enabled: false,
      attributes: { department: ['Bikes'] },
      firstName: 'Whole',
    })
    expect(keycloak.signedOut).toContain(subject)
    await directory.enable(subject)
    expect(await directory.createResetLink(subject)).toEqual({ kind: 'mailed' })
    expect(keycloak.mailed).toEqual(['whole@kc.example: UPDATE_PASSWORD'])
  })

  const made = async (email: string, mustHaveSecondFactor = false) => {
    const directory = directories.Keycloak!()
    const person = { firstName: 'Rosa', lastName: 'Rad', email, mustHaveSecondFactor }
    const outcome = await directory.provision({ key: randomUUID(), temporaryPassword: 'Abcdefgh1!23', ...person })
    return { directory, person, subject: outcome.kind === 'made' ? outcome.subject : '' }
  }

  it('that mails no link says why: nobody may sign in, no mail leaves, or the portal is unknown there', async () => {
    const { directory, subject } = await made('link@kc.example')
    const stranger = new KeycloakDirectory(
      { realmUrl: keycloak.realmUrl, clientId: 'roadbook-directory', clientSecret: 'directory secret' },
      'another-portal',
    )
    await expect(stranger.createResetLink(subject)).rejects.toMatchObject({ what: 'client' })
    keycloak.isMute = true
    await expect(directory.createResetLink(subject)).rejects.toMatchObject({ what: 'mail' })
    keycloak.isMute = false
    await directory.disable(subject)
    await expect(directory.createResetLink(subject)).rejects.toMatchObject({ what: 'disabled' })
  })

  it('that refuses a password names the rule, which is told in the language of the reader', async () => {
    const { directory, subject } = await made('rule@kc.example')
    keycloak.minLength = 16
    const refusals = [directory.setTemporaryPassword(subject, 'Zyxwvuts9?87'), made('rule2@kc.example')]
    const errors = (await Promise.allSettled(refusals)).map((one) => one.status === 'rejected' && (one.reason as unknown))
    keycloak.minLength = 8
    for (const error of errors) {
      expect(error).toMatchObject({ what: 'password.min-length', count: 16 })
      const { sentence } = directoryProblem(error) as Problem
      expect((['en', 'nl', 'de', 'fr'] as const).map((locale) => sentence.in(locale))).toEqual([
        'The identity provider refuses this: its passwords need at least 16 characters',
        'De identiteitsprovider weigert dit: wachtwoorden moeten er minstens 16 tekens hebben',
        'Der Identitätsanbieter lehnt das ab: Passwörter brauchen dort mindestens 16 Zeichen',
        'Le fournisseur d’identité refuse : les mots de passe doivent y avoir au moins 16 caractères',
      ])
    }
  })

  it('that does not let us manage accounts is said to refuse, not to be silent', async () => {
    keycloak.isForbidding = true
    const refusal = directories.Keycloak!().findByKey(randomUUID())
    await expect(refusal).rejects.toMatchObject({ what: 'rights' })
    keycloak.isForbidding = false
  })

  it('has a second step set up by who must have one, and never asks again for one that is there', async () => {
    const { directory, person, subject } = await made('second@kc.example', true)
    const actions = () => keycloak.accounts.get(subject)?.requiredActions
    expect(actions()).toEqual(['UPDATE_PASSWORD', 'CONFIGURE_TOTP'])
    keycloak.accounts.set(subject, { ...keycloak.accounts.get(subject)!, requiredActions: [] })
    keycloak.credentials.set(subject, [{ id: 'app', type: 'otp' }])
    await directory.setProfile(subject, person)
    expect(actions()).toEqual([])
    keycloak.credentials.delete(subject)
    await directory.setProfile(subject, { ...person, mustHaveSecondFactor: false })
    expect(actions()).toEqual([])
    for (const _ of [1, 2]) await directory.setProfile(subject, person)
    expect(actions()).toEqual(['CONFIGURE_TOTP'])
  })

  it('that is down, or that does not know us, is unavailable and never a success', async () => {
    keycloak.isDown = true
    await expect(directories.Keycloak!().findByKey(randomUUID())).rejects.toThrow(DirectoryUnavailable)
    keycloak.isDown = false
    const stranger = new KeycloakDirectory(
      { realmUrl: keycloak.realmUrl, clientId: 'roadbook-directory', clientSecret: 'wrong' },
      'roadbook-portal',
    )
    await expect(stranger.remove('x')).rejects.toThrow(/gives roadbook-directory no token: 401/)
  })
})

describe('the internal port of the embedded provider', () => {
  const ask = (path: string, method: string, secret: string | undefined, body?: string) =>
    fetch(`http://127.0.0.1:${identity.adminPort}${path}`, {
      method,
      ...(secret === undefined ? {} : { headers: { authorization: `Bearer ${secret}` } }),
      ...(body === undefined ? {} : { body }),
    }).then(({ status }) => status)

  it('S24 answers nobody without the secret, and browsers’ port does not have it', async () => {
    const path = `/accounts/${randomUUID()}`
    expect(await ask(path, 'DELETE', undefined)).toBe(401)
    expect(await ask(path, 'DELETE', `${ADMIN_SECRET}x`)).toBe(401)
    expect(await ask(path, 'DELETE', ADMIN_SECRET)).toBe(200)
    const outside = await fetch(`${identity.issuer}${path}`, { headers: { authorization: `Bearer ${ADMIN_SECRET}` } })
    expect(outside.status).toBe(404)
  })

  it.each([
    ['/accounts/1', 'GET', undefined, 404],
    [`/accounts/${randomUUID()}/nonsense`, 'GET', undefined, 404],
    [`/accounts/${randomUUID()}`, 'POST', undefined, 405],
    [`/accounts/${randomUUID()}`, 'PUT', '{', 422],
    [`/accounts/${randomUUID()}`, 'PUT', '{"email":"x","name":"y","password":"Abcdefgh1!23"}', 422],
    [`/accounts/${randomUUID()}`, 'PUT', `{"name":"${'x'.repeat(20_000)}"}`, 422],
  ])('refuses %s %s %.20s', async (path, method, body, expected) => {
    expect(await ask(path, method, ADMIN_SECRET, body)).toBe(expected)
  })
})

describe('a link to set a password', () => {
  const newLink = async (email: string) => {
    const directory = directories['the embedded provider']!()
    const outcome = await directory.provision({
      key: randomUUID(),
      email,
      firstName: 'Dora',
      lastName: 'Dealer',
      temporaryPassword: 'Abcdefgh1!23',
      mustHaveSecondFactor: false,
    })
    const subject = outcome.kind === 'made' ? outcome.subject : ''
    const link = await directory.createResetLink(subject)
    return { directory, subject, url: link.kind === 'link' ? link.url : '' }
  }
  const choose = async (url: string, password: string, repeated = password) => {
    const browser = new Browser(identity.issuer)
    const page = await browser.get(url)
    if (page.status !== 200) return page
    return browser.submit(page, { 'new-password': password, 'repeat-password': repeated })
  }

  it('S24 works once, after which the password is the owner’s own and the temporary one is not', async () => {
    const { url } = await newLink('reset@own.example')
    expect((await choose(url, 'short')).status).toBe(422)
    expect((await choose(url, 'vier fietsen op een rij', 'vijf fietsen op een rij')).status).toBe(422)
    expect((await choose(url, 'vier fietsen op een rij')).left?.origin).toBe(PORTAL)
    expect((await choose(url, 'nog een keer proberen')).status).toBe(410)
    const { rows } = await database.pool.query(
      "SELECT must_change_password, temporary_until FROM identity.accounts WHERE email = 'reset@own.example'",
    )
    expect(rows).toEqual([{ must_change_password: false, temporary_until: null }])
  })

  it('S24 ends after ten minutes, with the next link, and with the account', async () => {
    const { directory, subject, url } = await newLink('late@own.example')
    await database.pool.query(
      "UPDATE identity.reset_links SET expires_at = expires_at - interval '10 minutes' WHERE account_id = $1",
      [subject],
    )
    expect((await choose(url, 'vier fietsen op een rij')).status).toBe(410)
    const first = await directory.createResetLink(subject)
    await directory.createResetLink(subject)
    expect((await choose(first.kind === 'link' ? first.url : '', 'vier fietsen op een rij')).status).toBe(410)
    const last = await directory.createResetLink(subject)
    await directory.disable(subject)
    expect((await choose(last.kind === 'link' ? last.url : '', 'vier fietsen op een rij')).status).toBe(410)
  })
})
