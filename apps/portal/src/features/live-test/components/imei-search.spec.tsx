import { screen, waitFor } from '@testing-library/react'
import { stubApi } from '../../../testing/api-stub.js'
import { stubCamera } from '../../../testing/camera-stub.js'
import { renderPart } from '../../../testing/render-app.js'
import { deviceSearch, FREE_IMEI, STRANGE_IMEI } from '../../../testing/scanned-devices.js'
import { ImeiSearch } from './imei-search.js'

describe('finding a tracker for a live test', () => {
  it('R-102 R-108 takes the one whose code is scanned, and says of an unknown one that there is none', async () => {
    const camera = stubCamera()
    stubApi(deviceSearch)
    const onFound = jest.fn<undefined, [string]>()
    const { actor } = await renderPart(<ImeiSearch onFound={onFound} />)
    await actor.click(screen.getByRole('button', { name: 'Scan IMEI' }))
    camera.show(STRANGE_IMEI)
    await waitFor(() => expect(screen.getByRole('combobox')).toBeInvalid())
    expect(onFound).not.toHaveBeenCalled()
    camera.show(FREE_IMEI)
    await actor.click(screen.getByRole('button', { name: 'Scan IMEI' }))
    await waitFor(() => expect(onFound).toHaveBeenCalledWith(FREE_IMEI))
  })

  it('understands an IMEI that is pasted from a sheet, and says so where its digits are lost', async () => {
    const api = stubApi(deviceSearch)
    const { actor } = await renderPart(<ImeiSearch onFound={() => undefined} />)
    await actor.click(screen.getByRole('combobox'))
    await actor.paste(`${FREE_IMEI.slice(0, 1)},${FREE_IMEI.slice(1)}E+14`)
    expect(screen.getByRole('combobox')).toHaveValue(FREE_IMEI)
    await waitFor(() => expect(api.requests.map(({ url }) => url).join()).toContain(FREE_IMEI))
    await actor.clear(screen.getByRole('combobox'))
    await actor.paste('3,52626E+14')
    expect(screen.getByRole('combobox')).toHaveAccessibleDescription(/^Excel shortened this number/)
  })
})
