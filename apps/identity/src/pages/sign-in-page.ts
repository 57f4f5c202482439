import { html, type Html } from '@roadbook/platform'
import { field, formError } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'

export interface SignInFields {
  email: string
  keepSignedIn: boolean
}

/**
 * Page for e-mail and password. After a refusal, one message is above the form. The fields keep their values, except the
 * password.
 */
export function signInPage(context: PageContext, fields: SignInFields, error?: Html): string {
  const { t, path } = context
  const content = html`
    <h1>${t('signIn.title')}</h1>
    <p class="intro">${t('signIn.intro')}</p>
    <form method="post" action="${path}" novalidate>
      ${formError(context, error)}
      ${field(context, {
        name: 'email',
        label: t('common.email'),
        type: 'email',
        value: fields.email,
        autocomplete: 'username',
        autofocus: fields.email === '',
      })}
      ${field(context, {
        name: 'password',
        label: t('common.password'),
        type: 'password',
        autocomplete: 'current-password',
        autofocus: fields.email !== '',
        maxLength: 1_024,
        aside: html`<a class="forgot" href="/forgot-password?from=${path}">${t('signIn.forgot')}</a>`,
      })}
      <label class="check"
        ><input type="checkbox" name="keep" value="yes" ${fields.keepSignedIn && html`checked`} /><span
          >${t('signIn.keep')}</span
        ></label
      >
      <button class="primary" type="submit">${t('signIn.submit')}</button>
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('signIn.title'), content)
}
