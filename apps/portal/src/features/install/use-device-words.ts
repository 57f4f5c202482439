import { useTranslation } from 'react-i18next'
import { errorReason } from '../../lib/api/error-text.js'
import type { FoundDevice } from './queries/install-queries.js'
import { type DeviceSearch, IMEI_DIGITS } from './use-device-search.js'
import { joined } from '../../lib/format/joined.js'

/** Returns the texts of a tracker search: the error, otherwise a hint, and for each tracker whether it is free. */
export function useDeviceWords(search: DeviceSearch) {
  const { t } = useTranslation(['install', 'outbox'])
  const { t: tErrors } = useTranslation('errors')
  const { typed, missing, error, isCut, isRight, exact, chosen } = search

  const blockedText = ({ blocked, entity_name: name }: FoundDevice) => {
    if (blocked === 'installed') return t('device.installed', { name: name ?? '' })
    return blocked === 'returned' ? t('device.returned') : undefined
  }
  const cutText = () => {
    if (typed.length < IMEI_DIGITS) return t('outbox:device.whole')
    return isRight ? undefined : t('device.mistyped')
  }
  const trouble = () => {
    if (search.isShortened) return t('device.shortened')
    if (isCut) return cutText()
    if (error) return errorReason(error, tErrors)
    if (search.isUnknown) return t(search.isMistyped ? 'device.mistyped' : 'device.unknown')
    return exact && blockedText(exact)
  }
  const hint = () => {
    if (chosen) return t('device.chosen', { facts: joined([chosen.model, chosen.business_name]) })
    if (isCut && isRight) return t('outbox:device.accepted')
    return missing > 0 && typed !== '' ? t('device.more', { count: missing }) : t('device.hint')
  }
  /** Returns the error for a search text without a chosen tracker. */
  const unchosen = () => {
    if (typed === '' || chosen || isCut) return undefined
    if (missing > 0) return `${t('device.more', { count: missing })}. ${t('device.hint')}`
    return search.found.length > 0 ? t('device.choose') : undefined
  }
  const factsOf = (device: FoundDevice) => joined([blockedText(device) ?? t('device.free'), device.model, device.business_name])
  return { trouble: trouble(), hint: hint(), unchosen: unchosen(), factsOf }
}
