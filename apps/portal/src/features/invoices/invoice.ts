import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { LanguageKey } from '../../i18n/languages.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'

export type Invoice = components['schemas']['Invoice']
export type InvoiceDetails = components['schemas']['InvoiceDetails']
type DetailsBody = components['schemas']['ChangeInvoiceDetails']

export const INVOICES_KEY = 'invoices'
export const KINDS = ['invoice', 'credit-note'] as const
export const TREATMENTS = ['domestic', 'buyer-country', 'reverse-charge', 'outside', 'none'] as const

export const detailsQuery = (businessId: number) =>
  queryOptions({
    queryKey: [INVOICES_KEY, 'details', businessId],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/businesses/{id}/invoice-details', { params: { path: { id: businessId } }, signal })),
  })

const line = (max: number) => z.string().trim().min(1, 'details.required').max(max)
export const detailsSchema = z.object({
  name: line(200),
  address: line(200),
  postcode: line(20),
  city: line(100),
  country: z
    .string()
    .trim()
    .regex(/^[a-z]{2}$/i, 'details.badCountry'),
  vat_number: z.string().trim().max(30),
  locale: z.enum(['en', 'nl', 'de', 'fr']),
  prefix: z.string().trim().max(12),
})
export type DetailsForm = z.infer<typeof detailsSchema>

export const toDetailsForm = ({ party, locale, prefix }: InvoiceDetails, name: string, language: LanguageKey): DetailsForm => ({
  name: party?.name ?? name,
  address: party?.address ?? '',
  postcode: party?.postcode ?? '',
  city: party?.city ?? '',
  country: party?.country ?? '',
  vat_number: party?.vat_number ?? '',
  locale: party ? locale : language,
  prefix,
})
export const toDetailsBody = ({ vat_number, ...rest }: DetailsForm): DetailsBody => ({ ...rest, vat_number: vat_number || null })
