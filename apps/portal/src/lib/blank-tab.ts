/** Empty tab that waits for its URL. */
export interface BlankTab {
  /** Opens the URL there. The page gets no opener and no referrer. */
  goTo: (url: string) => void
  close: () => void
}

/**
 * Opens an empty tab immediately, while the browser still connects it with the user's click; null if it was blocked. The window
 * feature `noopener` would return no tab to redirect. Therefore the tab's opener is cleared here, and it is redirected by a link
 * without a referrer.
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
