import { inBrowser, inTab } from './browser-storage.js'

describe('what the browser keeps', () => {
  it('is read again, by every tab or by this one alone, until it is forgotten', () => {
    inBrowser('a').write('x')
    inTab('a').writeJson({ n: 1 })
    expect([inBrowser('a').read(), inTab('a').readJson()]).toEqual(['x', { n: 1 }])
    inBrowser('a').write(undefined)
    inTab('a').writeJson(undefined)
    expect([inBrowser('a').read(), inTab('a').readJson()]).toEqual([undefined, undefined])
  })

  it('is nothing where somebody else wrote what cannot be read', () => {
    for (const text of ['{"n":', 'null', '']) {
      localStorage.setItem('a', text)
      expect(inBrowser('a').readJson()).toBeUndefined()
    }
  })

  it('is nothing where storage is blocked, and writing there changes nothing', () => {
    const blocked = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    try {
      inBrowser('a').write('x')
      expect(inBrowser('a').read()).toBeUndefined()
    } finally {
      blocked.mockRestore()
    }
  })

  it('is what it was where storage is full', () => {
    inBrowser('a').write('x')
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    try {
      inBrowser('a').write('y')
      expect(inBrowser('a').read()).toBe('x')
    } finally {
      full.mockRestore()
    }
  })
})
