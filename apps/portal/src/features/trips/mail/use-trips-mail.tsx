import { Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { BulkAction } from '../../../table/index.js'
import { TripsMailDialog } from './trips-mail-dialog.js'

/** Returns a bulk action for lists of vehicles that sends their trips by mail, and its dialog. */
export function useTripsMail<Row extends { id: number }>(): { action: BulkAction<Row>; dialog: ReactNode } {
  const { t } = useTranslation('trips')
  const disabledBecause = useMissingRight('read:map')
  const [rows, setRows] = useState<readonly Row[]>()
  return {
    action: { key: 'trips-mail', label: t('mail.bulk'), icon: Mail, disabledBecause, hand: setRows },
    dialog: rows && <TripsMailDialog entityIds={rows.map(({ id }) => id)} onClose={() => setRows(undefined)} />,
  }
}
