import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { createPortalRouter } from './router.js'

/**
 * Shows the screens. The router is created below the auth gate, because the address bar contains the deep link again only
 * after the sign-in.
 */
export function PortalRouter() {
  const [router] = useState(createPortalRouter)
  return <RouterProvider router={router} />
}
