import { setTimeout as sleep } from 'node:timers/promises'
import { assertNoOpenTransaction, inOpenTransaction } from './open-transaction.js'

const ask = async () => {
  await sleep(0)
  assertNoOpenTransaction('the identity provider')
  return 'answered'
}

describe('a neighbour that is asked', () => {
  it('M11 answers before a transaction, after it, and beside somebody else’s', async () => {
    const open = inOpenTransaction(() => sleep(5))
    await expect(ask()).resolves.toBe('answered')
    await open
    await expect(ask()).resolves.toBe('answered')
  })

  it('M11 is not asked within one, also not by what that calls', async () => {
    await expect(inOpenTransaction(ask)).rejects.toThrow('the identity provider is asked while a transaction is open')
  })
})
