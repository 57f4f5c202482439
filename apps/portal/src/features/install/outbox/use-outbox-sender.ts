import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { getAccessToken, onAccessTokenChange } from '../../../lib/session/access-token.js'
import { useSession } from '../../../lib/session/session.js'
import { getViewAs } from '../../../lib/session/view-as.js'
import { readAgain } from '../queries/install-changes.js'
import { sendOutbox } from './deliver.js'
import { noteSent } from './use-kept-work.js'

const LOOK_EVERY_MS = 15_000

/**
 * Sends unsent work when the portal opens, when the network is back, when the user has signed in again, and at intervals.
 * Notifies the user of the results.
 */
export function useOutboxSender(): () => void {
  const { t } = useTranslation('outbox')
  const { user } = useSession()
  const queries = useQueryClient()
  const notify = useNotify()
  const send = useCallback(
    (isNow: boolean) => {
      if (getAccessToken() === undefined || getViewAs() || !onlineManager.isOnline()) return
      const sending = sendOutbox(user.id, {
        isNow,
        onDelivery: (item, delivery) => {
          if (delivery.state === 'sent') {
            notify.success(t('sent', { name: item.name }))
            noteSent(queries, item, delivery.vehicle)
            void readAgain(queries)
          } else if (delivery.state === 'refused') notify.warning(t('refusedToast', { name: item.name }))
        },
      })
      sending.catch(() => undefined) // a browser that stores nothing has nothing to send
    },
    [user.id, queries, notify, t],
  )
  useEffect(() => {
    send(true)
    const look = setInterval(() => send(false), LOOK_EVERY_MS)
    const stops = [
      onlineManager.subscribe((isOnline) => isOnline && send(true)),
      onAccessTokenChange((token) => token !== undefined && send(true)),
    ]
    return () => {
      clearInterval(look)
      for (const stop of stops) stop()
    }
  }, [send])
  return useCallback(() => send(true), [send])
}
