import { useTranslation } from 'react-i18next'
import type { components } from '../../lib/api/schema.js'
import { useFormat } from '../../lib/format/use-format.js'

type TripReasons = components['schemas']['TripReasons']

/** Returns a function that describes why a trip began, and why it ended unless it is open. */
export function useTripReasons(): (reasons: TripReasons) => { begun: string; ended?: string } {
  const { t } = useTranslation('trips')
  const format = useFormat()
  return ({ begun_by, ended_by, ended_after_s }) => ({
    begun: t(`reasons.begunBy.${begun_by}`),
    ended: ended_by
      ? ended_after_s === null
        ? t(`reasons.endedBy.${ended_by === 'silence' ? 'unheard' : ended_by}`)
        : t(`reasons.endedBy.${ended_by}`, { duration: format.duration(ended_after_s) })
      : undefined,
  })
}
