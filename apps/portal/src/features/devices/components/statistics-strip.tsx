import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Figure, FigureStrip } from '../../../components/figure-strip.js'
import { formatCount } from '../../../lib/format/numbers.js'
import type { DeviceView } from '../device.js'
import { statisticsQuery } from '../queries/device-queries.js'

/** Figures in order, each with the view that lists what it counts, where there is one. */
const FIGURES = [
  { key: 'total', view: 'all' },
  { key: 'installed', view: 'installed' },
  { key: 'free', view: 'free' },
  { key: 'live', view: undefined },
  { key: 'silent', view: 'silent' },
  { key: 'never_seen', view: undefined },
  { key: 'firmware_drift', view: 'drift' },
] as const satisfies readonly { key: string; view: DeviceView | undefined }[]

/** More than none is worth a look. */
const TO_WORRY: ReadonlySet<string> = new Set(['silent', 'firmware_drift'])

/** How the trackers of the scope do: in numbers; those that a view lists lead there. */
export function StatisticsStrip({ onView }: { onView: (view: DeviceView) => void }) {
  const { t } = useTranslation('devices')
  return (
    <FigureStrip
      label={t('statistics.title')}
      query={useQuery(statisticsQuery)}
      columns={{ xs: 'repeat(3, minmax(0, 1fr))', md: 'repeat(7, minmax(0, 1fr))' }}
    >
      {(counts) =>
        FIGURES.map(({ key, view }) => (
          <Figure
            key={key}
            label={t(`statistics.${key}`)}
            count={counts[key]}
            isWorrying={TO_WORRY.has(key) && counts[key] > 0}
            // The seventh has the last line of a phone to itself.
            sx={{ gridColumn: key === 'firmware_drift' ? { xs: '1 / -1', md: 'auto' } : undefined }}
            {...(view && {
              onShow: () => onView(view),
              showLabel: t('statistics.show', { view: t(`statistics.${key}`), shown: formatCount(counts[key]) }),
            })}
          />
        ))
      }
    </FigureStrip>
  )
}
