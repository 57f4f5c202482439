import { createHmac } from 'node:crypto'
import { Forged } from './payment-provider.js'
import { assertSigned } from './stripe-signature.js'

const SECRET = 'whsec_test_secret'
const BODY = '{"id":"evt_test","object":"event"}'
const T = 1_492_774_577
const NOW = T * 1000 + 10_000
const v1 = (time = T, body = BODY, secret = SECRET) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
const verdict = (header: unknown, body = BODY, nowMs = NOW) => {
  try {
    assertSigned(body, header, SECRET, nowMs)
    return 'signed'
  } catch (error) {
    if (!(error instanceof Forged)) throw error
    return 'forged'
  }
}

describe('a signature of Stripe', () => {
  it.each([
    ['with one v1', `t=${T},v1=${v1()}`],
    ['with several, while the secret is rolled', `t=${T},v1=${'0'.repeat(64)},v1=${v1()}`],
    ['with other schemes beside it', `t=${T},v1=${v1()},v0=${'f'.repeat(64)},v2=x`],
    ['with blanks', `t=${T}, v1=${v1()}`],
  ])('R-197 fits %s', (_, header) => expect(verdict(header)).toBe('signed'))

  it.each([
    ['there is none', undefined],
    ['it is empty', ''],
    ['it came twice', [`t=${T},v1=${v1()}`]],
    ['it has no time', `v1=${v1()}`],
    ['it has two times', `t=${T},t=${T + 1},v1=${v1()}`],
    ['its time is no number', `t=now,v1=${v1()}`],
    ['it has the test scheme alone', `t=${T},v0=${v1()}`],
    ['it is of another secret', `t=${T},v1=${v1(T, BODY, 'whsec_other')}`],
    ['it is of another time', `t=${T},v1=${v1(T - 1)}`],
    ['it is cut', `t=${T},v1=${v1().slice(0, 62)}`],
    ['it is no hexadecimal', `t=${T},v1=${'z'.repeat(64)}`],
  ])('R-197 is forged where %s', (_, header) => expect(verdict(header)).toBe('forged'))

  it('R-197 is forged where the body is another', () => expect(verdict(`t=${T},v1=${v1()}`, `${BODY} `)).toBe('forged'))

  it.each([
    [300, 'signed'],
    [301, 'forged'],
    [-300, 'signed'],
    [-301, 'forged'],
  ])('R-197 of %i seconds ago is %s', (ago, expected) =>
    expect(verdict(`t=${T},v1=${v1()}`, BODY, (T + ago) * 1000)).toBe(expected),
  )
})
