import { registerServiceWorker } from './register'

/** Worker being installed, whose outcome the test controls. */
class Installing extends EventTarget {
  state = 'installing'

  end(state: 'installed' | 'redundant') {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

describe('keeping the portal on this device', () => {
  const register = jest.fn()
  const settle = () => jest.advanceTimersByTimeAsync(0)

  beforeEach(() => {
    jest.useFakeTimers()
    register.mockReset()
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } })
  })
  afterEach(() => {
    jest.useRealTimers()
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it('is tried again where a file did not arrive, until it is kept', async () => {
    const workers = [new Installing(), new Installing()] as const
    register.mockResolvedValueOnce({ installing: workers[0] }).mockResolvedValueOnce({ installing: workers[1] })
    registerServiceWorker()
    await settle()
    workers[0].end('redundant')
    await jest.advanceTimersByTimeAsync(5_000)
    expect(register).toHaveBeenCalledTimes(2)

    workers[1].end('installed')
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(register).toHaveBeenCalledTimes(2)
  })

  it('is asked of a browser that refuses it with growing pauses, not without end at once', async () => {
    register.mockRejectedValue(new DOMException('no', 'SecurityError'))
    registerServiceWorker()
    await jest.advanceTimersByTimeAsync(5_000 + 30_000 + 300_000)
    expect(register).toHaveBeenCalledTimes(4)
  })

  it('is asked again of a browser that answers with nothing', async () => {
    register.mockResolvedValue(undefined)
    registerServiceWorker()
    await jest.advanceTimersByTimeAsync(5_000)
    expect(register).toHaveBeenCalledTimes(2)
  })

  it('is done where it was kept before', async () => {
    register.mockResolvedValue({ installing: null, waiting: null, active: {} })
    registerServiceWorker()
    await jest.advanceTimersByTimeAsync(3_600_000)
    expect(register).toHaveBeenCalledTimes(1)
  })
})
