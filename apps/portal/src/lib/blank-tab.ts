/** Empty tab that is opened before its URL is known. */
export interface BlankTab {
  /** Opens the URL in the tab. The opened page gets no opener and no referrer. */
  goTo: (url: string) => void
  close: () => void
}

/**
 * Opens an empty tab immediately, while the browser still connects it with the user's click. Returns null if the browser
 * blocked it. The window feature `noopener` is not used, because the function would then get no tab to redirect. Instead, the
 * opener of the tab is cleared here, and the tab is redirected by a link without a referrer.
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
