import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { latePart } from './late-part.js'

describe('a part that comes after the frame', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it('is asked for with growing pauses while its file is out of reach, and drawn once it has come', async () => {
    const load = jest.fn(async (): Promise<() => string> => Promise.reject(new TypeError('Failed to fetch')))
    const Part = latePart(load)
    await act(async () =>
      render(
        <>
          <p>the frame</p>
          <Suspense>
            <Part />
          </Suspense>
        </>,
      ),
    )
    await act(() => jest.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000))
    expect(load).toHaveBeenCalledTimes(4)
    expect(screen.getByText('the frame')).toBeVisible()

    load.mockResolvedValue(() => 'the part')
    await act(() => jest.advanceTimersByTimeAsync(16_000))
    expect(screen.getByText('the part')).toBeVisible()
    await act(() => jest.advanceTimersByTimeAsync(3_600_000))
    expect(load).toHaveBeenCalledTimes(5)
  })
})
