import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Span } from '../../../components/layout/text.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useNow } from '../../../lib/clock.js'
import { formatCounter } from '../../../lib/format/durations.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { keepConsentToken } from '../consent-token.js'
import { type ConsumerEntity, useRevokeConsent } from '../queries/consent-queries.js'
import { debugKey } from '../queries/device-queries.js'

/** Shows the customer's consent with its end and a button to revoke it, or a button to request it. */
export function ConsentLine({ entity, onAsk }: { entity: ConsumerEntity; onAsk: () => void }) {
  const { t } = useTranslation('liveTest')
  const format = useFormat()
  const now = useNow()
  const notify = useNotify()
  const queries = useQueryClient()
  const revoke = useRevokeConsent(entity.imei)
  const { consent } = entity
  const isGranted = consent?.state === 'granted'
  const leftMs = isGranted && consent.expires_at ? Date.parse(consent.expires_at) - now : undefined
  const isOver = leftMs !== undefined && leftMs <= 0
  const token = consent?.token
  useEffect(() => {
    if (token) keepConsentToken(token, isGranted)
  }, [token, isGranted])
  // When the consent expires, it has also expired on the server. The data is then read again, without the location.
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: debugKey(entity.imei) })
  }, [isOver, queries, entity.imei])
  if (!entity.is_consumer) return null
  if (isGranted && leftMs !== undefined && !isOver)
    return (
      <>
        <Span size="caption" tone="secondary" tabular>
          {t('consent.granted', { time: format.time(consent.granted_at ?? consent.requested_at) })}{' '}
          <span role="timer">{t('consent.left', { left: formatCounter(Math.ceil(leftMs / 1_000)) })}</span>
        </Span>
        <Button
          variant="text"
          loading={revoke.isPending}
          onClick={() =>
            revoke.mutate(undefined, { onSuccess: () => notify.success(t('consent.revoked')), onError: notify.failure })
          }
        >
          {t('consent.revoke')}
        </Button>
      </>
    )
  return (
    <>
      <Span size="caption" tone="secondary">
        {t(consent?.state === 'pending' ? 'consent.waiting' : 'consent.none')}
      </Span>
      <Button onClick={onAsk}>{t('consent.ask')}</Button>
    </>
  )
}
