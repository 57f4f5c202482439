import { z } from 'zod'
import type { LanguageKey } from '../../i18n/languages.js'
import { SUPER_ADMIN } from '../../lib/roles/roles-query.js'
import type { CreateUser, UpdateUser } from './queries/user-changes.js'
import type { User } from './user.js'

const line = (most: number) => z.string().trim().max(most, 'form.errors.tooLong')

/** Makes the same checks as the API. Each message is a key of `users.json`. */
export const userFormSchema = z
  .object({
    role_name: z.string().min(1, 'form.errors.role'),
    parent: z.number().nullable(),
    first_name: line(100).min(1, 'form.errors.firstName'),
    last_name: line(100).min(1, 'form.errors.lastName'),
    email: z
      .string()
      .trim()
      .min(1, 'form.errors.email')
      .refine((email) => email === '' || z.email().safeParse(email).success, 'form.errors.emailValid'),
    phone: line(40),
    telephone: line(40),
    address: line(200),
    postcode: line(20),
    city: line(100),
    locale: z.enum(['nl', 'en', 'de', 'fr']),
    password: z.string(),
    invite: z.boolean(),
  })
  .refine(({ role_name, parent }) => role_name === SUPER_ADMIN || parent !== null, {
    path: ['parent'],
    message: 'form.errors.business',
    // This error is reported together with the other errors, and not only after those are corrected.
    when: () => true,
  })

export type UserForm = z.infer<typeof userFormSchema>

export const CONTACT_FIELDS = ['phone', 'telephone', 'address', 'postcode', 'city'] as const

export const emptyForm = (parent: number | null, locale: LanguageKey, password: string): UserForm => ({
  role_name: '',
  parent,
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  telephone: '',
  address: '',
  postcode: '',
  city: '',
  locale,
  password,
  invite: true,
})

export const toForm = (user: User): UserForm => ({
  role_name: user.role_key,
  parent: user.business_id,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: user.phone ?? '',
  telephone: user.telephone ?? '',
  address: user.address ?? '',
  postcode: user.postcode ?? '',
  city: user.city ?? '',
  locale: user.locale,
  password: '',
  invite: false,
})

/** Converts the form into the request body. Empty fields become null. */
export function toUpdate({ password: _password, invite: _invite, ...form }: UserForm): UpdateUser & { role_name: string } {
  const contact = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, form[name] || null]))
  return { ...form, ...contact, parent: form.role_name === SUPER_ADMIN ? null : form.parent }
}

/** @param isMadeHere true if the portal creates the accounts. Only then does the form have a password. */
export const toCreate = (form: UserForm, isMadeHere: boolean, isMailed: boolean): CreateUser => ({
  ...toUpdate(form),
  parent: form.role_name === SUPER_ADMIN ? null : form.parent,
  ...(isMadeHere && { password: form.password }),
  invite: isMailed && form.invite,
})
