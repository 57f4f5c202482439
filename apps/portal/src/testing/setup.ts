import '@testing-library/jest-dom'
import { configure, getConfig } from '@testing-library/react'
import { installMatchMedia, resetViewport } from './viewport.js'

// Long time-out for busy machines. Usually, awaited elements appear much sooner. A test that waits in vain still fails.
configure({ asyncUtilTimeout: 30_000 })

// A wait checks repeatedly, and each failed check would format the whole page into an unused error. With this setting, only the
// last failed check formats the page.
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
