import { CalendarClock, FileSpreadsheet, FileText, Link2, Mail, Sheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { usePopup } from '../../../components/use-popup.js'
import { ActionMenu } from '../../../table/index.js'
import { FORMATS, type ReportOrder } from '../report.js'
import { useOrder } from './use-order.js'

interface OrderMenuProps {
  /** Report on screen. Undefined if there is none. */
  wish: Omit<ReportOrder, 'format'> | undefined
  onSchedule: () => void
}

const ICONS = { csv: FileText, xlsx: FileSpreadsheet, pdf: Sheet } as const

/** Menu for the report on screen: order it as a file, schedule it, or share it. */
export function OrderMenu({ wish, onSchedule }: OrderMenuProps) {
  const { t } = useTranslation('reports')
  const { open, close, popup } = usePopup()
  const order = useOrder()
  const copy = useCopy(t('order.copied'))
  const disabledBecause = wish ? undefined : t('order.nothing')
  return (
    <>
      <ActionButton icon={Mail} label={t('order.menu')} loading={order.isPending} aria-haspopup="menu" onClick={open} />
      <ActionMenu
        anchor={popup.anchorEl}
        onClose={close}
        actions={[
          ...FORMATS.map((format) => ({
            label: t(`order.${format}`),
            icon: ICONS[format],
            disabledBecause,
            onAct: () => wish && order.mutate({ ...wish, format }),
          })),
          { label: t('order.schedule'), icon: CalendarClock, onAct: onSchedule },
          { label: t('order.share'), icon: Link2, onAct: () => copy(window.location.href) },
        ]}
      />
    </>
  )
}
