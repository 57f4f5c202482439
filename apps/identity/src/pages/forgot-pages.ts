import { html, type Html } from '@roadbook/platform'
import { field } from './fields.js'
import { keyIcon, mailIcon } from './icons.js'
import { layout, supportLine, type PageContext } from './layout.js'
import { link, notice } from './notice-pages.js'

interface ForgotFields {
  email: string
  backTo: string
  /** False if no mail can be sent. The page then names the support contact instead. */
  canMail: boolean
  error?: Html | undefined
}

/** Page that asks for an e-mail address, to mail a password reset link to it. */
export function forgotPage(context: PageContext, { email, backTo, canMail, error }: ForgotFields): string {
  const { t, path } = context
  if (!canMail) {
    const action = link(backTo, t('forgot.back'))
    return notice(context, { icon: keyIcon, title: t('forgot.title'), text: t('forgot.text'), action })
  }
  const from = backTo.startsWith('/') ? `?from=${backTo}` : ''
  const content = html`
    <h1>${t('forgot.title')}</h1>
    <p class="intro">${t('forgot.intro')}</p>
    <form method="post" action="${path}${from}" novalidate>
      ${field(context, {
        name: 'email',
        label: t('common.email'),
        type: 'email',
        value: email,
        autocomplete: 'username',
        autofocus: true,
        error,
      })}
      <button class="primary" type="submit">${t('forgot.submit')}</button>
      <a class="button" href="${backTo}">${t('forgot.back')}</a>
    </form>
    ${supportLine(context)}
  `
  return layout(context, t('forgot.title'), content)
}

/** Confirmation page. It is the same for every address, even if the address has no account. */
export const forgotSentPage = (context: PageContext, { email, backTo }: { email: string; backTo: string }) =>
  notice(context, {
    icon: mailIcon,
    tone: 'good',
    title: context.t('forgot.sent.title'),
    text: context.t('forgot.sent.text', html`<strong>${email}</strong>`),
    action: link(backTo, context.t('forgot.back')),
  })
