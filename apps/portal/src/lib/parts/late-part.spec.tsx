import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { ChunkLoadError, latePart, screenPart } from './late-part.js'

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

describe('a part that the user opens on a screen', () => {
  const load = jest.fn<Promise<() => string>, []>()
  const failures: unknown[] = []
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { hasFailed: false }
    static getDerivedStateFromError = () => ({ hasFailed: true })
    override componentDidCatch(error: unknown) {
      failures.push(error)
    }
    override render = () => (this.state.hasFailed ? 'the page failed' : this.props.children)
  }
  const build = (entry: string) => async () => new Response(`<script type="module" src="${entry}"></script>`)
  const running = document.createElement('script')
  running.type = 'module'
  running.setAttribute('src', '/assets/index-old.js')
  const open = async () => {
    const Part = screenPart(load)
    await act(async () => void render(<Boundary>{<Suspense fallback="waits">{<Part />}</Suspense>}</Boundary>))
  }

  beforeEach(() => {
    jest.useFakeTimers()
    failures.length = 0
    document.head.append(running)
    load.mockReset().mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
    jest.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    jest.useRealTimers()
    jest.restoreAllMocks()
    running.remove()
  })

  it('T-08 comes by itself within 5 s after a time without a connection, and the page stays', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await open()
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    expect(screen.getByText('waits')).toBeVisible()
    load.mockResolvedValue(() => 'the part')
    await act(() => jest.advanceTimersByTimeAsync(5_000))
    expect(screen.getByText('the part')).toBeVisible()
  })

  it('G-91 fails as a missing script if a new release has removed its file', async () => {
    globalThis.fetch = build('/assets/index-new.js')
    await open()
    expect(screen.getByText('the page failed')).toBeVisible()
    expect(failures).toEqual([expect.any(ChunkLoadError)])
  })
})
