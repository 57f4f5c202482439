import { html, type Html } from '@roadbook/platform'
import type { SecondFactor } from '../second-factor/second-factors.js'
import { cancelButton, field } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'

interface SecondFactorFields {
  email: string
  factor: SecondFactor
  /** True when the second step cannot be turned off. */
  isRequired: boolean
  error?: Html | undefined
}

/**
 * Page for an enabled second step. Users create new recovery codes or turn the second step off. Either action needs the
 * password.
 */
export function secondFactorPage(context: PageContext, fields: SecondFactorFields): string {
  const { t, path, language } = context
  const { factor, isRequired, error } = fields
  // The time is in UTC, because the reader's time zone is unknown and may differ from that of this machine.
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' })
  const since = format.format(factor.enabledAt)
  const content = html`
    <h1>${t('factor.title')}</h1>
    <p class="intro">${t('factor.since', since)} ${t('factor.codesLeft', factor.recoveryCodesLeft)}</p>
    ${isRequired && html`<p class="intro">${t('factor.required')}</p>`}
    <form method="post" action="${path}" novalidate>
      ${field(context, {
        name: 'password',
        label: t('change.current'),
        type: 'password',
        autocomplete: 'current-password',
        autofocus: true,
        maxLength: 1_024,
        error,
      })}
      <button class="primary" type="submit" name="do" value="new-codes">${t('factor.newCodes')}</button>
      ${!isRequired && html`<button class="button bad" type="submit" name="do" value="turn-off">${t('factor.turnOff')}</button>`}
      ${cancelButton(context)}
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('factor.title'), content)
}
