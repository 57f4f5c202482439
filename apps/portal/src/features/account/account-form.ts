import { z } from 'zod'
import { LANGUAGES, type LanguageKey } from '../../i18n/languages.js'
import type { Account } from './queries/account-query.js'
import type { UpdateAccount } from './queries/update-account.js'

/** Only the names are required. Each message is a key of `account.json`. */
export const accountFormSchema = z.object({
  first_name: z.string().trim().min(1, 'errors.firstName'),
  last_name: z.string().trim().min(1, 'errors.lastName'),
  email: z.string(),
  phone: z.string().trim(),
  address: z.string().trim(),
  postcode: z.string().trim(),
  city: z.string().trim(),
  locale: z.enum(LANGUAGES.map(({ key }) => key)),
  /** Empty to use the browser's time zone. */
  time_zone: z.string(),
})

export type AccountForm = z.infer<typeof accountFormSchema>

/**
 * Returns the form's values. The language is the portal's present language, because the language chosen in the app bar takes
 * precedence over the language of the account.
 */
export const toForm = (account: Account, locale: LanguageKey): AccountForm => ({
  locale,
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  phone: account.phone ?? '',
  address: account.address ?? '',
  postcode: account.postcode ?? '',
  city: account.city ?? '',
  time_zone: account.time_zone ?? '',
})

const orNull = (text: string): string | null => (text === '' ? null : text)

/** Converts the form into the request body. Empty fields become null, and the e-mail address is returned unchanged. */
export const toUpdate = (form: AccountForm): UpdateAccount => ({
  first_name: form.first_name,
  last_name: form.last_name,
  email: form.email,
  phone: orNull(form.phone),
  address: orNull(form.address),
  postcode: orNull(form.postcode),
  city: orNull(form.city),
  locale: form.locale,
  time_zone: orNull(form.time_zone),
})
