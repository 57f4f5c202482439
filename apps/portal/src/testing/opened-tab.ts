/** New tab as seen by the code that opens it. Jsdom opens no tabs. */
export interface OpenedTab {
  /** Addresses to which the tab was redirected, with the `rel` and referrer policy of the link. */
  visits: { url: string; rel: string; referrerPolicy: string }[]
  /** Value of `window.opener` in the new page. */
  opener: unknown
  closed: boolean
}

/** Replaces the browser's tabs. `isBlocked` simulates a pop-up blocker. Returns the tabs opened so far. */
export function watchTabs({ isBlocked = false } = {}): OpenedTab[] {
  const tabs: OpenedTab[] = []
  window.open = () => {
    if (isBlocked) return null
    const page = document.implementation.createHTMLDocument()
    const tab = { document: page, opener: window as unknown, closed: false, visits: [] as OpenedTab['visits'], close }
    function close() {
      tab.closed = true
    }
    page.addEventListener('click', ({ target }) => {
      const { href, rel, referrerPolicy } = target as HTMLAnchorElement
      tab.visits.push({ url: href, rel, referrerPolicy })
    })
    tabs.push(tab)
    return tab as unknown as Window
  }
  return tabs
}
