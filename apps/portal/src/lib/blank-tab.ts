/** An empty tab that waits for the address it was opened for. */
export interface BlankTab {
  /** The page there learns neither who opened it nor where from. */
  goTo: (url: string) => void
  close: () => void
}

/**
 * Opens an empty tab at once, while the browser still sees the click that asked for it; null when it was blocked.
 * `noopener` as a window feature would return no tab to send on, so the tab forgets its opener here, and a link inside it
 * leaves without a referrer.
 */
export function openBlankTab(): BlankTab | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  return {
    goTo: (url) => {
      if (tab.closed) return
      const link = tab.document.createElement('a')
      link.href = url
      link.rel = 'noopener noreferrer'
      link.referrerPolicy = 'no-referrer'
      tab.document.body.append(link)
      link.click()
    },
    close: () => tab.close(),
  }
}
