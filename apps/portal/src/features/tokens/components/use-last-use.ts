import { useTranslation } from 'react-i18next'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Token } from '../token.js'

/** Says when and from where a token was last used, in one sentence. */
export function useLastUse() {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  const now = useMinute()
  return ({ last_used_at, last_used_from }: Token): string => {
    if (last_used_at === null) return t('revoke.neverUsed')
    const when = format.relative(last_used_at, now)
    return last_used_from === null ? t('revoke.usedSomewhere', { when }) : t('revoke.used', { when, address: last_used_from })
  }
}
