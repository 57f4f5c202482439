import { Seal } from './seal.js'

const mail = { to: 'a@b.example', text: 'secret-canary '.repeat(100) }

describe('a sealed mail', () => {
  it('opens for the same row with the same secret, also in another process', async () => {
    const sealed = await new Seal('one secret').close('id-1', mail)
    expect(sealed.toString('latin1')).not.toContain('secret-canary')
    expect(await new Seal('one secret').open('id-1', sealed)).toEqual(mail)
  })

  it('does not open with another secret, for another row, or changed', async () => {
    const seal = new Seal('one secret')
    const sealed = await seal.close('id-1', mail)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    await expect(new Seal('another').open('id-1', sealed)).rejects.toThrow()
    await expect(seal.open('id-2', sealed)).rejects.toThrow()
    await expect(seal.open('id-1', changed)).rejects.toThrow()
    await expect(seal.open('id-1', Buffer.alloc(3))).rejects.toThrow()
  })
})
