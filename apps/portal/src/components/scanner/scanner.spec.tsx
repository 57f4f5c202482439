import { act, screen, waitFor } from '@testing-library/react'
import { stubCamera } from '../../testing/camera-stub.js'
import { renderPart } from '../../testing/render-app.js'
import { Scanner } from './index.js'

const IMEI = '352625698104211'
const OTHER = '356307042441013'

const open = async (more: Partial<Parameters<typeof Scanner>[0]> = {}) => {
  const ways = { onRead: jest.fn<undefined, [string]>(), onClose: jest.fn(), onType: jest.fn() }
  const app = await renderPart(<Scanner title="Scan IMEI" hint="Point at the tracker" {...ways} {...more} />)
  return { ...app, ...ways }
}

describe('the scanner', () => {
  it('R-102 tells the IMEI in a code once, vibrates, and holds still until the next scan is asked for', async () => {
    const camera = stubCamera()
    const { onRead, actor } = await open()
    expect(await screen.findByText('Point at the tracker')).toBeVisible()
    camera.show(`https://track.example/add?imei=${IMEI}`)
    await waitFor(() => expect(onRead).toHaveBeenCalledWith(IMEI))
    expect(camera.vibrate).toHaveBeenCalled()
    camera.show(OTHER)
    await actor.click(await screen.findByRole('button', { name: 'Scan again' }))
    await waitFor(() => expect(onRead.mock.calls).toEqual([[IMEI], [OTHER]]))
  })

  it('R-102 asks for the back camera, and takes the code in the middle of the picture', async () => {
    const camera = stubCamera()
    camera.show(IMEI, OTHER)
    const { onRead } = await open()
    await waitFor(() => expect(onRead.mock.calls).toEqual([[IMEI]]))
    expect(camera.asked[0]).toMatchObject({ facingMode: { ideal: 'environment' } })
  })

  it('G-70 goes on after a hit, with every code in sight', async () => {
    const camera = stubCamera()
    camera.show(IMEI, OTHER)
    const { onRead } = await open({ isContinuous: true })
    await waitFor(() => expect(onRead.mock.calls).toEqual([[IMEI], [OTHER]]))
    camera.show('356307042441021')
    await waitFor(() => expect(onRead).toHaveBeenCalledTimes(3))
    expect(screen.queryByRole('button', { name: 'Scan again' })).toBeNull()
  })

  it('R-102 says of a code without an IMEI that it has none, and reads any text where that is wanted', async () => {
    const camera = stubCamera()
    camera.show('Return to sender')
    const { onRead, unmount } = await open()
    expect(await screen.findByText('There is no IMEI in this code')).toBeVisible()
    expect(onRead).not.toHaveBeenCalled()
    unmount()
    const { onRead: onText } = await open({ reads: 'text' })
    await waitFor(() => expect(onText).toHaveBeenCalledWith('Return to sender'))
  })

  it('R-102 switches the camera’s light where it has one', async () => {
    const camera = stubCamera({ hasTorch: true })
    const { actor } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Turn the light on' }))
    expect(camera.applied).toEqual([{ advanced: [{ torch: true }] }])
    expect(await screen.findByRole('button', { name: 'Turn the light off' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('G-54 lets another lens be chosen, and remembers it in this browser', async () => {
    const lenses = [
      { id: 'wide', label: 'Back Ultra Wide Camera' },
      { id: 'back', label: 'Back Camera' },
    ]
    const camera = stubCamera({ lenses })
    const { actor, unmount } = await open()
    await actor.click(await screen.findByRole('button', { name: 'Switch camera' }))
    await actor.click(await screen.findByRole('menuitem', { name: 'Back Camera' }))
    await waitFor(() => expect(camera.asked.at(-1)).toMatchObject({ deviceId: { exact: 'back' } }))
    expect(camera.running()).toBe(1)
    unmount()
    const later = stubCamera({ lenses })
    await open()
    await waitFor(() => expect(later.asked[0]).toMatchObject({ deviceId: { exact: 'back' } }))
  })

  it('G-54 takes the back camera where the remembered lens is not there any more', async () => {
    localStorage.setItem('roadbook.camera', 'gone')
    const camera = stubCamera()
    await open()
    expect(await screen.findByText('Point at the tracker')).toBeVisible()
    expect(camera.asked.at(-1)).toMatchObject({ facingMode: { ideal: 'environment' } })
    expect(localStorage.getItem('roadbook.camera')).toBeNull()
  })

  it('R-102 offers to type at any time, and closes with Escape', async () => {
    stubCamera()
    const { actor, onType, onClose } = await open()
    await actor.click(screen.getByRole('button', { name: 'Type the number instead' }))
    expect(onType).toHaveBeenCalled()
    await actor.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })

  it('R-102 turns the camera off when it closes, and while the page is out of sight', async () => {
    const camera = stubCamera()
    const { unmount } = await open()
    await screen.findByText('Point at the tracker')
    const show = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    show('hidden')
    expect(camera.running()).toBe(0)
    show('visible')
    await waitFor(() => expect(camera.running()).toBe(1))
    unmount()
    expect(camera.running()).toBe(0)
  })

  it('R-102 reads the code in a photo', async () => {
    const camera = stubCamera()
    camera.failWith('NotFoundError')
    const picture = { width: 4000, height: 3000 }
    globalThis.createImageBitmap = async () => picture as ImageBitmap
    const { actor, onRead } = await open()
    await screen.findByRole('alert')
    camera.show()
    const photo = screen.getByLabelText('From photo', { selector: 'input' })
    await actor.upload(photo, new File(['x'], 'desk.jpg', { type: 'image/jpeg' }))
    expect(await screen.findByText('There is no readable code in this photo')).toBeVisible()
    camera.show(IMEI)
    await actor.upload(photo, new File(['x'], 'label.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(onRead).toHaveBeenCalledWith(IMEI))
  })
})
