import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { createPortalRouter } from './router.js'

/** Created below the gate, because only then the address bar contains the deep link again. */
export function PortalRouter() {
  const [router] = useState(createPortalRouter)
  return <RouterProvider router={router} />
}
