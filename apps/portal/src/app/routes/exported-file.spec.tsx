import { screen, waitFor } from '@testing-library/react'
import { problem, stubApi } from '../../testing/api-stub.js'
import { renderApp } from '../../testing/render-app.js'

const FILE = 'GET /api/v1/exports/5f0c'

describe('the page of a file that was too large for its mail', () => {
  it('T-05 downloads the file under the name of its list', async () => {
    const names: string[] = []
    Object.assign(URL, { createObjectURL: () => 'blob:csv', revokeObjectURL: () => undefined })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="entities.csv"' }
    stubApi({ [FILE]: () => new Response('Name\r\nBike\r\n', { headers }) })
    const { actor } = await renderApp('/exports/5f0c')
    await actor.click(await screen.findByRole('button', { name: 'Download the file' }))
    await waitFor(() => expect(names).toEqual(['entities.csv']))
  })

  it('T-05 says so when the file is gone', async () => {
    stubApi({ [FILE]: () => problem(404, 'There is no such file') })
    const { actor } = await renderApp('/exports/5f0c')
    await actor.click(await screen.findByRole('button', { name: 'Download the file' }))
    expect(await screen.findByText(/There is no such file/)).toBeVisible()
  })
})
