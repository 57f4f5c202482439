import { screen } from '@testing-library/react'
import { stubApi } from './api-stub.js'
import { renderApp } from './render-app.js'

it('draws a screen', async () => {
  stubApi()
  await renderApp('/tokens')
  expect(await screen.findByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible()
})
