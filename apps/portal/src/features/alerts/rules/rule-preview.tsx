import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SmallHint } from '../../../components/layout/index.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { formatCount } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useLater } from '../../../lib/use-later.js'
import { type RuleForm, toPreviewBody } from '../alert-rule-form-values.js'
import type { AlertRule } from '../alert.js'

type Preview = components['schemas']['AlertPreview']

/** Days that the API counts unless there are too many readings. */
const USUAL_DAYS = 30
const FRESH_MS = 60_000

/** @param asked body of the request as JSON; empty while the form is incomplete */
const previewQuery = (asked: string) =>
  queryOptions({
    queryKey: ['alert-rules', 'preview', asked],
    enabled: asked !== '',
    staleTime: FRESH_MS,
    retry: false,
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
  const body = toPreviewBody(useWatch({ control }) as RuleForm, rule)
  const wanted = body ? JSON.stringify(body) : ''
  const asked = useLater(wanted)
  const { data, isError } = useQuery(previewQuery(asked))
  if (wanted === '') return null
  if (asked !== wanted || (!data && !isError)) return <SmallHint>{t('preview.counting')}</SmallHint>
  return <SmallHint>{data ? wordsOf(data, t, date).join(' ') : t('preview.failed')}</SmallHint>
}

/** Returns the sentences of a preview: the number first, then what was not counted. */
function wordsOf(preview: Preview, t: TFunction<'alertRules'>, date: (at: string) => string): string[] {
  const { counted_vehicles: counted, hidden_vehicles: hidden, left_out_vehicles: leftOut } = preview
  if (!preview.countable) return [t('preview.notCountable')]
  if (counted + leftOut === 0) return [hidden > 0 ? t('preview.allHidden') : t('preview.noVehicles')]
  return [
    numberOf(preview, t),
    ...(preview.days < USUAL_DAYS ? [t('preview.fewerDays')] : []),
    ...(beganLater(preview) ? [t('preview.since', { date: date(preview.readings_since!) })] : []),
    ...(leftOut > 0 ? [t('preview.leftOut', { count: leftOut })] : []),
    ...(hidden > 0 ? [t('preview.hidden', { count: hidden })] : []),
  ]
}

function numberOf({ days, alerts, vehicles, readings_since: since }: Preview, t: TFunction<'alertRules'>): string {
  const period = t('preview.period', { count: days })
  if (since === null) return t('preview.noReadings', { period })
  if (alerts === 0) return t('preview.never', { period })
  if (alerts === 1) return t('preview.once', { period })
  return t('preview.often', { times: formatCount(alerts), period, vehicles: t('preview.vehicles', { count: vehicles }) })
}

const DAY_MS = 24 * 60 * 60_000

/** Returns true if the first reading came more than a day after the counted period began. */
const beganLater = ({ counted_from, readings_since }: Preview) =>
  readings_since !== null && Date.parse(readings_since) - Date.parse(counted_from) > DAY_MS
