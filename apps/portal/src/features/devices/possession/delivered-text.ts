import type { TFunction } from 'i18next'
import { counted } from '../../../lib/format/numbers.js'
import type { Delivered } from './possession-queries.js'

/** Returns a summary of a recorded delivery in a few sentences. */
export const deliveredText = (t: TFunction<'devices'>, { delivered, registered, differing }: Delivered): string =>
  [
    t('deliveries.done', counted(delivered)),
    ...(registered > 0 ? [t('deliveries.registered', counted(registered))] : []),
    ...(differing > 0 ? [t('deliveries.differing', counted(differing))] : []),
  ].join(' ')
