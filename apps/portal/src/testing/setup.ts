import '@testing-library/jest-dom'
import { configure, getConfig } from '@testing-library/react'
import { installMatchMedia, resetViewport } from './viewport.js'

// Patience for busy machines: what is awaited comes when it comes, and a test that waits in vain still fails.
configure({ asyncUtilTimeout: 30_000 })

// A wait looks again and again, and each miss would print the whole page into an error that nobody reads. Here only the last one does.
const { getElementError } = getConfig()
configure({
  getElementError: (message, container) => {
    const isWaiting = (getConfig() as unknown as { _disableExpensiveErrorDiagnostics: boolean })._disableExpensiveErrorDiagnostics
    if (!isWaiting) return getElementError(message, container)
    return Object.assign(new Error(message ?? undefined), { name: 'TestingLibraryElementError' })
  },
})

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
