import '@testing-library/jest-dom'
import { configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { installMatchMedia, resetViewport } from './viewport.js'

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

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

// For its warnings React notes with each element where it was made, up to ten thousand a second: a tenth of the time of these
// suites. Beyond that it notes nothing, and warnings name the component all the same.
const internals = React as unknown as Record<typeof INTERNALS, { recentlyCreatedOwnerStacks: number }>
Object.defineProperty(internals[INTERNALS], 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })

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
