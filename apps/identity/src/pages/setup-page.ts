import { html, type Html } from '@roadbook/platform'
import { PASSWORD_MIN_LENGTH } from '../passwords/password-rules.js'
import { field } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'

export type SetupField = 'firstName' | 'lastName' | 'email' | 'password'
export type SetupFields = Record<Exclude<SetupField, 'password'>, string>

/** Page where the first super admin creates the first account. */
export function setupPage(context: PageContext, fields: SetupFields, errors: Partial<Record<SetupField, Html>>): string {
  const { t, path } = context
  const firstWrong = (['firstName', 'lastName', 'email', 'password'] as const).find((name) => errors[name]) ?? 'firstName'
  const common = (name: SetupField) => ({
    name,
    value: name === 'password' ? '' : fields[name],
    error: errors[name],
    autofocus: name === firstWrong,
  })
  const content = html`
    <h1>${t('setup.title')}</h1>
    <p class="intro">${t('setup.intro')}</p>
    <form method="post" action="${path}" novalidate>
      <div class="pair">
        ${field(context, { ...common('firstName'), label: t('setup.firstName'), autocomplete: 'given-name' })}
        ${field(context, { ...common('lastName'), label: t('setup.lastName'), autocomplete: 'family-name' })}
      </div>
      ${field(context, { ...common('email'), label: t('common.email'), type: 'email', autocomplete: 'username' })}
      ${field(context, {
        ...common('password'),
        label: t('common.password'),
        type: 'password',
        autocomplete: 'new-password',
        maxLength: 1_024,
        hint: t('change.hint', PASSWORD_MIN_LENGTH),
      })}
      <button class="primary" type="submit">${t('setup.submit')}</button>
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('setup.title'), content)
}
