import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { ApiError } from '../../lib/api/api-error.js'
import { renderPart } from '../../testing/render-app.js'
import { useNotify, type Notify } from './use-notify.js'

describe('toasts', () => {
  let notify: Notify
  function Caller() {
    const held = useNotify()
    useEffect(() => {
      notify = held
    }, [held])
    return null
  }

  beforeEach(async () => {
    await renderPart(<Caller />)
    jest.useFakeTimers()
  })
  afterEach(() => jest.useRealTimers())

  /** Waits for the toast component, which loads with the first toast. */
  const tell = (say: () => void) => act(async () => Promise.resolve(say()))

  /** Runs the closing transitions of a toast. Each step starts the next one. */
  function settle() {
    for (let step = 0; step < 10; step += 1) act(() => jest.advanceTimersByTime(100))
  }

  /** Expects the toast to stay until just before `ms`, and to be gone soon after. */
  function expectToLast(text: string, ms: number) {
    expect(screen.getByText(text)).toBeInTheDocument()
    act(() => jest.advanceTimersByTime(ms - 1))
    expect(screen.getByText(text)).toBeInTheDocument()
    act(() => jest.advanceTimersByTime(1))
    settle()
    expect(screen.queryByText(text)).not.toBeInTheDocument()
  }

  it('R-067 an info toast has a spinner and stays 60 s', async () => {
    await tell(() => notify.info('Saving your account'))
    expect(screen.getByRole('status').querySelector('.MuiCircularProgress-root')).toBeInTheDocument()
    expectToLast('Saving your account', 60_000)
  })

  it('R-067 a success toast stays 2.5 s', async () => {
    await tell(() => notify.success('Saved'))
    expectToLast('Saved', 2_500)
  })

  it('R-067 a warning toast stays 4 s', async () => {
    await tell(() => notify.warning('3 devices failed to link!'))
    expectToLast('3 devices failed to link!', 4_000)
  })

  it('R-067 an error toast stays 4 s and interrupts screen readers', async () => {
    await tell(() => notify.error('It failed'))
    expect(screen.getByRole('alert')).toHaveTextContent('It failed')
    expectToLast('It failed', 4_000)
  })

  it('T-15 a toast with a way back stays 10 s, and goes when the way is taken', async () => {
    const undo = jest.fn()
    await tell(() => notify.success('Deleted', { wayBack: { label: 'Undo', onAct: undo } }))
    act(() => jest.advanceTimersByTime(9_999))
    act(() => screen.getByRole('button', { name: 'Undo' }).click())
    expect(undo).toHaveBeenCalledTimes(1)
    settle()
    expect(screen.queryByText('Deleted')).not.toBeInTheDocument()
  })

  it('R-067 shows one at a time: a success replaces the info before it', async () => {
    await tell(() => notify.info('Saving'))
    await tell(() => notify.success('Saved'))
    settle()
    expect(screen.queryByText('Saving')).not.toBeInTheDocument()
    expect(screen.getByText('Saved')).toBeInTheDocument()
  })

  it('R-068 cuts an error at 134 characters without an ellipsis and keeps the rest under Details (G-92)', async () => {
    const long = 'x'.repeat(134) + 'yz'
    await tell(() => notify.error(long, { requestId: 'req-8f2c' }))
    expect(screen.getByText('x'.repeat(134))).toHaveAttribute('title', long)
    act(() => screen.getByRole('button', { name: 'Details' }).click())
    expect(screen.getByText(long)).toBeInTheDocument()
    expect(screen.getByText('Request req-8f2c')).toBeInTheDocument()
  })

  it('R-343 a failed call without a message says "Server error" under "Oops!"', async () => {
    await tell(() => notify.failure(new ApiError('', 500, 'http')))
    expect(screen.getByRole('alert')).toHaveTextContent(/Oops!.*Server error/)
  })

  it('closes at the user’s wish', async () => {
    await tell(() => notify.warning('Look here'))
    act(() => screen.getByRole('button', { name: 'Close' }).click())
    settle()
    expect(screen.queryByText('Look here')).not.toBeInTheDocument()
  })
})
