import { act, renderHook } from '@testing-library/react'
import { DRAWER_DELAY_MS, nextSelection, useDrawerEntity } from './use-selection.js'

describe('selecting a marker', () => {
  it('R-086 deselects the selected marker when it is chosen again', () => {
    expect(nextSelection(undefined, 7)).toBe(7)
    expect(nextSelection(7, 7)).toBeUndefined()
    expect(nextSelection(7, 8)).toBe(8)
  })
})

describe('the device drawer', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  const rendered = (selectedId?: number) =>
    renderHook(({ id }: { id?: number }) => useDrawerEntity(id), { initialProps: { id: selectedId } })
  const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms))

  it('R-087 opens 500 ms after a marker is selected', () => {
    const { result } = rendered(7)
    pass(DRAWER_DELAY_MS - 1)
    expect(result.current).toBeUndefined()
    pass(1)
    expect(result.current).toBe(7)
  })

  it('does not open when the marker is deselected within that time', () => {
    const { result, rerender } = rendered(7)
    pass(300)
    rerender({ id: undefined })
    pass(DRAWER_DELAY_MS)
    expect(result.current).toBeUndefined()
  })

  it('follows another selection while it is open, and closes with the last', () => {
    const { result, rerender } = rendered(7)
    pass(DRAWER_DELAY_MS)
    rerender({ id: 8 })
    expect(result.current).toBe(8)
    rerender({ id: undefined })
    expect(result.current).toBeUndefined()
    rerender({ id: 9 })
    expect(result.current).toBeUndefined()
    pass(DRAWER_DELAY_MS)
    expect(result.current).toBe(9)
  })
})
