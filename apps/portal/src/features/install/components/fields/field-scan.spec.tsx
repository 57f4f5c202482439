import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { stubApi } from '../../../../testing/api-stub.js'
import { stubCamera, type CameraStub } from '../../../../testing/camera-stub.js'
import { renderPart } from '../../../../testing/render-app.js'
import { deviceSearch, FREE_IMEI, MOUNTED_IMEI } from '../../../../testing/scanned-devices.js'
import type { InstallForm } from '../../form/install-form.js'
import { DeviceField } from './device-field.js'
import { FrameScan } from './frame-scan.js'

let camera: CameraStub
beforeEach(() => {
  camera = stubCamera()
  stubApi(deviceSearch)
})

function Device() {
  const [imei, setImei] = useState('')
  return (
    <>
      <DeviceField label="IMEI" value={imei} onChange={setImei} />
      <output>{imei}</output>
    </>
  )
}

function Frame() {
  const form = useForm<InstallForm>()
  return (
    <>
      <input aria-label="Frame number" {...form.register('frame_number')} />
      <FrameScan form={form} />
    </>
  )
}

describe('scanning into a field of an installation', () => {
  it('R-102 chooses the tracker whose code is scanned', async () => {
    const { actor } = await renderPart(<Device />)
    await actor.click(screen.getByRole('button', { name: 'Scan IMEI' }))
    camera.show(`IMEI:${FREE_IMEI};SN:1`)
    expect(await screen.findByText(FREE_IMEI, { selector: 'output' })).toBeVisible()
    expect(screen.getByLabelText('IMEI')).toHaveValue(FREE_IMEI)
    expect(screen.getByText(/FMC920 · Domstad Mobiliteit/)).toBeVisible()
    expect(camera.running()).toBe(0)
  })

  it('R-102 G-50 does not choose one that is on a vehicle, and says which', async () => {
    const { actor, container } = await renderPart(<Device />)
    await actor.click(screen.getByRole('button', { name: 'Scan IMEI' }))
    camera.show(MOUNTED_IMEI)
    expect((await screen.findAllByText(/Cargo 042/)).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('IMEI')).toBeInvalid()
    expect(container.querySelector('output')).toBeEmptyDOMElement()
  })

  it('R-102 chooses the tracker whose IMEI is pasted from a sheet, and says so where its digits are lost', async () => {
    const { actor } = await renderPart(<Device />)
    await actor.click(screen.getByLabelText('IMEI'))
    await actor.paste('3,52626E+14')
    expect(screen.getByLabelText('IMEI')).toHaveAccessibleDescription(/Excel shortened this number/)
    await actor.paste(
      `'${FREE_IMEI.slice(0, 3)}.${FREE_IMEI.slice(3, 6)}.${FREE_IMEI.slice(6, 9)}.${FREE_IMEI.slice(9, 12)}.${FREE_IMEI.slice(12)}`,
    )
    expect(screen.getByRole('combobox')).toHaveValue(FREE_IMEI)
    await actor.click(await screen.findByRole('option', { name: new RegExp(FREE_IMEI.slice(-3)) }))
    expect(await screen.findByText(FREE_IMEI, { selector: 'output' })).toBeVisible()
  })

  it('R-102 takes the frame number from any code', async () => {
    const { actor } = await renderPart(<Frame />)
    await actor.click(screen.getByRole('button', { name: 'Scan frame number' }))
    camera.show(' UA24-0042 ')
    await waitFor(() => expect(screen.getByLabelText('Frame number')).toHaveValue('UA24-0042'))
  })
})
