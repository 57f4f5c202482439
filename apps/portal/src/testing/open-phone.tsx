import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { MobileInstall } from '../features/install/index.js'
import { renderPart, type Rendered } from './render-app.js'
import { INSTALLED_AT } from './some-installs.js'

/** Rendered phone page, with its effects outside itself. */
export interface OpenPhone extends Rendered {
  address: () => string
  liveTest: jest.Mock<undefined, [string]>
}

/** Renders only the installation page for phones, at a query string such as `?step=vehicle`. */
export async function openPhone(search = ''): Promise<OpenPhone> {
  const liveTest = jest.fn<undefined, [string]>()
  const page = (
    <MobileInstall paths={{ entity: (id) => `/entities/${id}`, onLiveTest: liveTest }} statusPath="/install-devices?tab=status" />
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [`/${search}`] })
  const rendered = await renderPart(<RouterProvider router={router} />, { now: INSTALLED_AT })
  return { ...rendered, address: () => router.state.location.search, liveTest }
}
