import { renderHook } from '@testing-library/react'
import { useOnceKey } from './headers.js'

describe('the key of a write', () => {
  it('is the same for the same wish and another for another, also for a wish without words', () => {
    const { current: keyOf } = renderHook(() => useOnceKey()).result
    const first = keyOf(undefined)
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(keyOf(undefined)).toBe(first)
    expect(keyOf({ a: 1 })).not.toBe(first)
  })
})
