import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../components/notifications/use-notify.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { openBlankTab, type BlankTab } from '../../lib/blank-tab.js'

/**
 * Opens the shop in a new tab, signed in by a one-time token that is created on click (R-054, G-86). Must be called directly
 * from a click handler, because browsers block tabs that a page opens later.
 */
export function useOpenShop(): () => void {
  const { t } = useTranslation('shell')
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: BlankTab) => dataOf(api.POST('/api/v1/shop/links')),
    onSuccess: ({ url }, tab) => tab.goTo(url),
    onError: (error, tab) => {
      tab.close()
      notify.failure(error)
    },
    // Without a network, the request fails immediately, because the tab that was opened must not stay empty until the network
    // is back. The token is removed from memory immediately, because it can be used only once.
    networkMode: 'always',
    gcTime: 0,
  })
  return () => {
    if (isPending) return
    const tab = openBlankTab()
    if (tab) mutate(tab)
    else notify.error(t('shop.blocked'))
  }
}
