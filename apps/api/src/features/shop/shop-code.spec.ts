import { newShopCode, shopLink } from './shop-code.js'

describe('a link to the shop', () => {
  it('R-224 carries the code as token beside the parameters and the fragment of the configured address', () => {
    expect(shopLink('https://shop.example/in?lang=nl#top', 'rbs_x')).toBe('https://shop.example/in?lang=nl&token=rbs_x#top')
  })

  it('carries one token, whatever the configured address says', () => {
    expect(shopLink('https://shop.example/?token=old', 'rbs_x')).toBe('https://shop.example/?token=rbs_x')
  })

  it('has a code of 256 bits, never the same one', () => {
    const codes = Array.from({ length: 50 }, newShopCode)
    for (const code of codes) expect(code).toMatch(/^rbs_[\w-]{43}$/)
    expect(new Set(codes).size).toBe(50)
  })
})
