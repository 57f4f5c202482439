import { act, fireEvent, screen } from '@testing-library/react'
import { LIMITS } from '../config/limits.js'
import { renderPart } from '../testing/render-app.js'
import { ResponseDialog } from './response-dialog.js'

describe('R-151 a response dialog', () => {
  const close = jest.fn()
  const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))
  beforeEach(() => {
    close.mockClear()
    jest.useFakeTimers({ doNotFake: ['performance'] })
  })
  afterEach(() => jest.useRealTimers())

  it.each(['success', 'error'] as const)('closes itself six seconds after a %s', async (kind) => {
    await renderPart(<ResponseDialog kind={kind} title="2 devices linked" onClose={close} />)
    expect(screen.getByRole('alertdialog', { name: '2 devices linked' })).toBeInTheDocument()
    wait(LIMITS.responseDialogMs - 200)
    expect(close).not.toHaveBeenCalled()
    wait(400)
    expect(close).toHaveBeenCalledTimes(1)
  })

  it('waits while somebody points at it, and goes on when they leave', async () => {
    await renderPart(<ResponseDialog kind="error" title="1 devices failed to link!" onClose={close} />)
    const dialog = screen.getByRole('alertdialog')
    wait(LIMITS.responseDialogMs - 1_000)
    fireEvent.mouseEnter(dialog)
    wait(LIMITS.responseDialogMs)
    expect(close).not.toHaveBeenCalled()
    fireEvent.mouseLeave(dialog)
    wait(1_200)
    expect(close).toHaveBeenCalledTimes(1)
  })
})
