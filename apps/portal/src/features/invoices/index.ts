export { DetailsDrawer } from './details-drawer.js'
export { INVOICES_KEY } from './invoice.js'
export { InvoicesList } from './invoices-list.js'
