import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { createPortalRouter } from './router.js'

/** Made only now, below the gate: by now the address bar holds the deep link again. */
export function PortalRouter() {
  const [router] = useState(createPortalRouter)
  return <RouterProvider router={router} />
}
