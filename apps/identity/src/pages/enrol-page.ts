import { html, type Html } from '@roadbook/platform'
import { qrCode } from '../second-factor/qr-code.js'
import { provisioningUri, typedSecret } from '../second-factor/totp.js'
import { cancelButton, field } from './fields.js'
import { layout, supportLine, type PageContext } from './layout.js'

interface EnrolFields {
  email: string
  secret: Buffer
  /** True when the user must set up the app before the portal opens. */
  isRequired: boolean
  /** True to ask a signed-in user for their password. */
  asksPassword?: boolean
  error?: Html
  passwordError?: Html
}

/** Page with the QR code and secret for an authenticator app. The app's first code proves that it has the secret. */
export async function enrolPage(context: PageContext, fields: EnrolFields): Promise<string> {
  const { t, path } = context
  const uri = provisioningUri(fields.secret, fields.email)
  const content = html`
    <h1>${t('enrol.title')}</h1>
    <p class="intro">${fields.isRequired ? t('enrol.requiredIntro') : t('enrol.intro')}</p>
    <form method="post" action="${path}" novalidate>
      <input type="hidden" name="step" value="enrol" />
      <ol class="steps">
        <li>${t('enrol.scan')}</li>
        <li>${t('enrol.type')}</li>
      </ol>
      <div class="qr" role="img" aria-label="${t('enrol.qrLabel')}">${await qrCode(uri)}</div>
      <p class="typed">
        <span>${t('enrol.secretLabel')}</span> <code>${typedSecret(fields.secret)}</code>
        <a href="${uri}">${t('enrol.open')}</a>
      </p>
      ${
        fields.asksPassword &&
        field(context, {
          name: 'password',
          label: t('change.current'),
          type: 'password',
          autocomplete: 'current-password',
          maxLength: 1_024,
          error: fields.passwordError,
        })
      }
      ${field(context, {
        name: 'code',
        label: t('code.label'),
        autocomplete: 'one-time-code',
        isNumeric: true,
        maxLength: 20,
        error: fields.error,
      })}
      <button class="primary" type="submit">${t('enrol.submit')}</button>
      ${fields.asksPassword && cancelButton(context)}
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('enrol.title'), content)
}
