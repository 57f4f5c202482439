import Link from '@mui/material/Link'
import { FileDown, ReceiptEuro, ReceiptText, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useChange } from '../../components/notifications/use-change.js'
import { ToneChip } from '../../components/tone-chip.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { formatDay } from '../../lib/day-range.js'
import { NONE } from '../../lib/format/none.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { PATHS } from '../../lib/paths.js'
import { choicesOf, defineList, download, listOf, ListTable, type RowAction } from '../../table/index.js'
import { type Invoice, INVOICES_KEY, KINDS, TREATMENTS } from './invoice.js'
import { joined } from '../../lib/format/joined.js'

const looks = {
  invoice: { icon: ReceiptText, tone: 'moving' },
  'credit-note': { icon: Undo2, tone: 'quiet' },
} as const

/** Formats an amount. The amount of a credit note is shown as negative. */
const shownAmount = ({ kind, currency }: Invoice, minor: number) =>
  kind === 'credit-note' && minor > 0 ? `−${formatPrice(minor, currency)}` : formatPrice(minor, currency)

const invoices = defineList({
  texts: 'invoices',
  source: listOf('/api/v1/invoices', {
    key: [INVOICES_KEY],
    nameOf: ({ number, buyer_name }) => joined([number, buyer_name]),
    csv: { fileName: 'invoices.csv' },
  }),
  icon: ReceiptEuro,
  sort: '-issued_on',
  columns: {
    number: {},
    kind: { onCard: 'state', render: ({ kind }, t) => <ToneChip {...looks[kind]} label={t(`kinds.${kind}`)} /> },
    issued_on: { onCard: 'meta', render: ({ issued_on }) => formatDay(issued_on) },
    buyer_name: { onCard: 'meta' },
    entity_name: {
      render: ({ order_id: id, entity_name }) =>
        id === null ? (
          entity_name
        ) : (
          <Link component={RouterLink} to={`${PATHS.information}?tab=orders&order=${id}`} color="inherit" underline="hover">
            {entity_name}
          </Link>
        ),
    },
    title: { isOptional: true },
    seller_name: { isOptional: true },
    credits: { isUnsortable: true, isOptional: true, render: ({ credits }) => credits ?? NONE },
    vat_treatment: { isOptional: true, render: ({ vat_treatment }, t) => t(`treatments.${vat_treatment}`) },
    net_minor: { isNumeric: true, render: (row) => shownAmount(row, row.net_minor) },
    vat_minor: { isNumeric: true, render: (row) => shownAmount(row, row.vat_minor) },
    total_minor: { isNumeric: true, onCard: 'meta', render: (row) => shownAmount(row, row.total_minor) },
  },
  filters: {
    kind: { choices: (t) => choicesOf(KINDS, (kind) => t(`kinds.${kind}`)) },
    vat_treatment: { choices: (t) => choicesOf(TREATMENTS, (treatment) => t(`treatments.${treatment}`)) },
    buyer_name: 'text',
    issued_on: 'days',
  },
})

/** Downloads an invoice as it was issued. */
function useInvoiceFile() {
  return useChange(
    async ({ id, number }: Pick<Invoice, 'id' | 'number'>) => {
      const file = await unwrap(api.GET('/api/v1/invoices/{id}/pdf', { params: { path: { id } }, parseAs: 'blob' }))
      download(file, `${number.replaceAll('/', '-')}.pdf`)
    },
    () => Promise.resolve(),
    {},
  )
}

/** Lists invoices and credit notes, newest first. Each can be downloaded as issued. */
export function InvoicesList() {
  const { t } = useTranslation('invoices')
  const { mutate } = useInvoiceFile()
  const actionsOf = (invoice: Invoice): RowAction[] => [{ label: t('actions.pdf'), icon: FileDown, onAct: () => mutate(invoice) }]
  return <ListTable {...invoices} onOpen={mutate} actionsOf={actionsOf} />
}
