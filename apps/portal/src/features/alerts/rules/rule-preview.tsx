import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SmallHint } from '../../../components/layout/index.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { ApiError } from '../../../lib/api/api-error.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useLater } from '../../../lib/use-later.js'
import { type RuleForm, toPreviewBody } from '../alert-rule-form-values.js'
import { type AlertRule, RULE_PREVIEWS_KEY } from '../alert.js'

type Preview = components['schemas']['AlertPreview']

/** Number of past days in which the API counts alerts. It uses fewer days if there are too many readings. */
const USUAL_DAYS = 30
const FRESH_MS = 60_000
const RETRY_MS = 2_000

/** Returns true if the server was too busy to count. */
const isBusy = (error: Error) => error instanceof ApiError && (error.status === 429 || error.status === 503)
const pauseMs = (error: Error) => (error instanceof ApiError && error.retryAfterS ? error.retryAfterS * 1_000 : RETRY_MS)

/** @param asked body of the request as JSON; empty while the form is incomplete */
const previewQuery = (asked: string) =>
  queryOptions({
    queryKey: [RULE_PREVIEWS_KEY, asked],
    enabled: asked !== '',
    staleTime: FRESH_MS,
    retry: (failures, error) => failures === 0 && isBusy(error),
    retryDelay: (_, error) => pauseMs(error),
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/api/v1/alert-rules/preview', { body: JSON.parse(asked) as components['schemas']['PreviewAlertRule'], signal }),
      ),
  })

interface RulePreviewProps {
  control: Control<RuleForm>
  /** Undefined for a new rule. */
  rule: AlertRule | undefined
}

/** Number of alerts that the rule would have raised lately, counted while the form is filled in. */
export function RulePreview({ control, rule }: RulePreviewProps) {
  const { t } = useTranslation('alertRules')
  const { date } = useFormat()
  const form = useWatch({ control }) as RuleForm
  const body = toPreviewBody(form, rule)
  const wanted = body ? JSON.stringify(body) : ''
  const asked = useLater(wanted)
  const { data, error } = useQuery(previewQuery(asked))
  const isSettled = asked === wanted && Boolean(data ?? error)
  const sentences = () => {
    if (data)
      return [...wordsOf(data, t, date), ...(data.alerts > 1 && Number(form.cool_down_min) > 0 ? [t('preview.paused')] : [])]
    return [error instanceof ApiError && error.status === 422 ? error.message : t('preview.failed')]
  }
  return (
    <>
      <SmallHint role="status">{wanted !== '' && isSettled && sentences().join(' ')}</SmallHint>
      {wanted !== '' && !isSettled && <SmallHint aria-hidden>{t('preview.counting')}</SmallHint>}
    </>
  )
}

/** Returns the sentences of a preview: the number first, then what was not counted. */
function wordsOf(preview: Preview, t: TFunction<'alertRules'>, date: (at: string) => string): string[] {
  const { counted_vehicles: vehicles, hidden_vehicles: hidden, left_out_vehicles: leftOut } = preview
  if (!preview.countable) return [t('preview.notCountable')]
  if (vehicles + leftOut === 0) return [hidden > 0 ? t('preview.allHidden') : t('preview.noVehicles')]
  return [
    numberOf(preview, t),
    ...(preview.days < USUAL_DAYS ? [t('preview.fewerDays')] : []),
    ...(beganLater(preview) ? [t('preview.since', { date: date(preview.readings_since!) })] : []),
    ...(leftOut > 0 ? [t('preview.leftOut', counted(leftOut))] : []),
    ...(hidden > 0 ? [t('preview.hidden', counted(hidden))] : []),
  ]
}

function numberOf({ days, alerts, vehicles, readings_since: since }: Preview, t: TFunction<'alertRules'>): string {
  const period = t('preview.period', counted(days))
  if (alerts === 0) return t(since === null ? 'preview.noReadings' : 'preview.never', { period })
  if (alerts === 1) return t('preview.once', { period })
  return t('preview.often', { ...counted(alerts), period, vehicles: t('preview.vehicles', counted(vehicles)) })
}

const DAY_MS = 24 * 60 * 60_000

/** Returns true if the first reading came more than a day after the counted period began. */
const beganLater = ({ counted_from, readings_since }: Preview) =>
  readings_since !== null && Date.parse(readings_since) - Date.parse(counted_from) > DAY_MS
