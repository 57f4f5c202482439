import { AccountRig, codeOfPage } from '../../support/identity/account-rig.js'

let rig: AccountRig
let business: number
beforeAll(async () => {
  rig = await AccountRig.start()
  business = await rig.tenants.business('Fleet')
  await rig.person('boss@fleet.example', 'manager', business)
  await rig.person('elsewhere@other.example', 'manager', await rig.tenants.business('Elsewhere'))
  await rig.person('reporter@fleet.example', 'reporter', business)
})
afterAll(() => rig.stop())

const withFactor = async (email: string) => {
  const person = await rig.person(email, 'dealer', business)
  const before = await rig.signIn(email)
  await rig.database.pool.query(
    "INSERT INTO identity.second_factors (account_id, secret, last_step) VALUES ($1, decode(repeat('00', 20), 'hex'), 0)",
    [person.subject],
  )
  return { ...person, before }
}
const reset = async (id: number, as: string) => {
  const { tokens } = await rig.signIn(as)
  return (await rig.call('DELETE', `/users/${id}/second-factor`, tokens.access_token)).status
}

it('S24 whoever may change a user turns the second step off for them, is written down, and ends their sessions', async () => {
  const { id, before } = await withFactor('lost@fleet.example')
  expect((await rig.givePassword('lost@fleet.example')).page.body).toContain('Second step')
  expect(await reset(id, 'boss@fleet.example')).toBe(204)
  expect((await rig.call('GET', '/auth/user', before.tokens.access_token)).status).toBe(401)
  expect(codeOfPage((await rig.givePassword('lost@fleet.example')).page)).not.toBe('')
  const { rows } = await rig.database.pool.query(
    "SELECT actor, object_id FROM audit_log WHERE action = 'user.second-factor-reset'",
  )
  expect(rows).toEqual([{ actor: 'Ada Byron', object_id: String(id) }])
})

it('S4 nobody turns it off for others without the right, for strangers, or for themselves', async () => {
  const { id } = await withFactor('kept@fleet.example')
  expect(await reset(id, 'elsewhere@other.example')).toBe(404)
  expect(await reset(id, 'reporter@fleet.example')).toBe(403)
  const { rows } = await rig.database.pool.query("SELECT id FROM users WHERE email = 'boss@fleet.example'")
  expect(await reset(rows[0].id, 'boss@fleet.example')).toBe(409)
  expect((await rig.givePassword('kept@fleet.example')).page.body).toContain('Second step')
})
