import { screen } from '@testing-library/react'
import { stubCamera, type CameraStub } from '../../testing/camera-stub.js'
import { renderPart } from '../../testing/render-app.js'
import { Scanner } from './index.js'

const fails = (name: string) => (camera: CameraStub) => camera.failWith(name)
const DENIED = 'Camera permission denied. Allow the camera in your browser settings.'
const INSECURE = 'A secure (HTTPS) connection is required to use the camera.'
const UNSUPPORTED = 'This browser cannot open the camera stream.'

const troubles: [string, string, (camera: CameraStub) => void][] = [
  ['permission denied', DENIED, fails('NotAllowedError')],
  ['no camera', 'No camera found on this device.', fails('NotFoundError')],
  ['HTTPS required by the browser', INSECURE, fails('NotSupportedError')],
  [
    'a page without HTTPS',
    INSECURE,
    () => Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false }),
  ],
  ['a camera in use', 'The camera is already in use by another app.', fails('NotReadableError')],
  ['unsuitable cameras', 'No suitable camera found.', fails('OverconstrainedError')],
  [
    'a browser without the stream API',
    UNSUPPORTED,
    () => Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined }),
  ],
  ['a failure without a name of its own', UNSUPPORTED, fails('TypeError')],
]

describe('R-131 G-54 a camera that does not run', () => {
  it.each(troubles)('says so of %s, word for word, with typing and another try beside it', async (_name, text, break_) => {
    const camera = stubCamera()
    break_(camera)
    const onType = jest.fn()
    const { actor } = await renderPart(
      <Scanner
        title="Scan IMEI"
        hint="Point at the tracker"
        onRead={() => undefined}
        onClose={() => undefined}
        onType={onType}
      />,
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    await actor.click(screen.getByRole('button', { name: 'Type the number instead' }))
    expect(onType).toHaveBeenCalled()
    stubCamera()
    await actor.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Point at the tracker')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
