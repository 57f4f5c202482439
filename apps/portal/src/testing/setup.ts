import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'
import { installMatchMedia, resetViewport } from './viewport.js'

// Patience for busy machines: what is awaited comes when it comes, and a test that waits in vain still fails.
configure({ asyncUtilTimeout: 30_000 })

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
Object.assign(globalThis, { ResizeObserver: SilentObserver, IntersectionObserver: SilentObserver })
installMatchMedia()

afterEach(() => {
  resetViewport()
  localStorage.clear()
  sessionStorage.clear()
  document.documentElement.removeAttribute('data-theme')
})
