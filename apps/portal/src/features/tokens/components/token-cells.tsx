import { Ban, Check, ClockAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../../components/tone-chip.js'
import { TwoLines } from '../../../components/two-lines.js'
import { useMinute } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { stateOf, type Token } from '../token.js'

/** Shows the name above the start of the secret. The name of an invalid token is struck through. */
export function NameCell({ token }: { token: Token }) {
  const now = useMinute()
  const isOver = stateOf(token, now) !== 'created'
  return (
    <TwoLines
      first={isOver ? <del>{token.name}</del> : token.name}
      second={token.prefix && <code>{token.prefix}…</code>}
      isOver={isOver}
    />
  )
}

export function ExpiryCell({ token: { expires_at } }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const format = useFormat()
  return expires_at === null ? t('never') : format.dateTime(expires_at)
}

const looks = {
  created: { icon: Check, tone: 'moving' },
  revoked: { icon: Ban, tone: 'missing' },
  expired: { icon: ClockAlert, tone: 'warning' },
} as const

/** Shows whether the token is valid, as shape, colour and text. */
export function StateChip({ token }: { token: Token }) {
  const { t } = useTranslation('tokens')
  const state = stateOf(token, useMinute())
  const look = looks[state]
  return <ToneChip {...look} label={t(`states.${state}`)} />
}
