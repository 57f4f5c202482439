export { InvoicesModule } from './invoices.module.js'
export { type InvoicedParts, Invoicing, type OrderVat } from './invoicing.js'
export { say as sayOfInvoices } from './texts.js'
export type { VatTreatment } from './vat/vat.js'
