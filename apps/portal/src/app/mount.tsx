import { StrictMode, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'

/** Renders an app into the page. */
export const mount = (root: HTMLElement, App: ComponentType): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
