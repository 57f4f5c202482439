import { act } from '@testing-library/react'
import { ApiError } from '../lib/api/api-error.js'
import { renderPart } from '../testing/render-app.js'
import { ErrorNotice } from './error-notice.js'

describe('the notice of a part that failed to load', () => {
  const retry = jest.fn()
  const unreachable = new ApiError('Failed to fetch', 0, 'network')
  const later = () => act(() => jest.advanceTimersByTimeAsync(20_000))
  beforeEach(() => {
    jest.useFakeTimers()
    retry.mockReset()
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
  afterEach(() => jest.useRealTimers())
  const serverIsBack = () => (globalThis.fetch = () => Promise.resolve(new Response('ok')))

  it('T-08 tries again by itself as soon as the server can be reached, and not before', async () => {
    await renderPart(<ErrorNotice error={unreachable} onRetry={retry} />)
    await later()
    expect(retry).not.toHaveBeenCalled()
    serverIsBack()
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(retry).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a change', <ErrorNotice key="change" error={unreachable} onRetry={retry} isChange />],
    ['what the server refuses', <ErrorNotice key="no" error={new ApiError('No', 403, 'http')} onRetry={retry} />],
  ])('does not repeat %s by itself', async (_what, notice) => {
    await renderPart(notice)
    serverIsBack()
    await later()
    expect(retry).not.toHaveBeenCalled()
  })
})
