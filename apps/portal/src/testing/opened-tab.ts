/** The next new tab as the code that opens it sees it; jsdom opens none. */
export interface OpenedTab {
  /** Addresses it was sent to, with the `rel` and referrer policy of the link that it left by. */
  visits: { url: string; rel: string; referrerPolicy: string }[]
  /** What the page there would find as `window.opener`. */
  opener: unknown
  closed: boolean
}

/** Stands in for the browser's tabs; with `isBlocked` a pop-up blocker does. Answers the tabs opened so far. */
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
