import { assertNoOpenTransaction, inOpenTransaction } from './open-transaction.js'

const ask = async () => {
  await Promise.resolve()
  assertNoOpenTransaction('the identity provider')
  return 'answered'
}

describe('a neighbour that is asked', () => {
  it('M11 answers beside somebody else’s transaction, and after it', async () => {
    let end = () => {}
    const open = inOpenTransaction(() => new Promise<void>((resolve) => (end = resolve)))
    await expect(ask()).resolves.toBe('answered')
    end()
    await open
    await expect(ask()).resolves.toBe('answered')
  })

  it('M11 is not asked within one, also not by what that calls', async () => {
    await expect(inOpenTransaction(ask)).rejects.toThrow('the identity provider is asked while a transaction is open')
  })
})
