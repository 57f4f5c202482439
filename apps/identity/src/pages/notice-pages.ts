import { html, type Html } from '@roadbook/platform'
import { alertIcon, checkIcon, clockIcon, cloudOffIcon, logOutIcon } from './icons.js'
import { layout, supportLine, type PageContext } from './layout.js'

interface Notice {
  icon: Html
  tone?: 'good' | 'bad' | 'warn'
  title: Html
  text: Html
  action: Html
}

/** Page with one message. It has an icon, a title, a sentence and one action. */
export function notice(context: PageContext, { icon, tone, title, text, action }: Notice): string {
  return layout(
    context,
    title,
    html`
      <div class="tile ${tone ?? 'plain'}">${icon}</div>
      <h1>${title}</h1>
      <p class="intro">${text}</p>
      ${action} ${supportLine(context)}
    `,
  )
}

export const link = (href: string, text: Html) => html`<a class="button primary" href="${href}">${text}</a>`

export const setupDonePage = (context: PageContext, email: string) =>
  notice(context, {
    icon: checkIcon,
    tone: 'good',
    title: context.t('setup.done.title'),
    text: context.t('setup.done.text', html`<strong>${email}</strong>`),
    action: link(`${context.portalUrl}/`, context.t('signIn.submit')),
  })

export const setupClosedPage = (context: PageContext) =>
  notice(context, {
    icon: clockIcon,
    tone: 'warn',
    title: context.t('setup.closed.title'),
    text: context.t('setup.closed.text'),
    action: link(`${context.portalUrl}/`, context.t('expired.again')),
  })

/**
 * Page that asks the user to confirm the sign-out. It is shown only if the sign-out request does not prove that the portal
 * sent it.
 */
export const confirmSignOutPage = (context: PageContext, action: string, xsrf: string) =>
  notice(context, {
    icon: logOutIcon,
    title: context.t('signOut.title'),
    text: context.t('signOut.text'),
    action: html`<form method="post" action="${action}" class="actions">
      <input type="hidden" name="xsrf" value="${xsrf}" />
      <button class="primary" type="submit" name="logout" value="yes">${context.t('signOut.submit')}</button>
      <a class="button" href="${context.portalUrl}/">${context.t('signOut.cancel')}</a>
    </form>`,
  })

export const signedOutPage = (context: PageContext) =>
  notice(context, {
    icon: checkIcon,
    tone: 'good',
    title: context.t('signedOut.title'),
    text: context.t('signedOut.text'),
    action: link(`${context.portalUrl}/`, context.t('signedOut.again')),
  })

export const expiredPage = (context: PageContext) =>
  notice(context, {
    icon: clockIcon,
    tone: 'warn',
    title: context.t('expired.title'),
    text: context.t('expired.text'),
    action: link(`${context.portalUrl}/`, context.t('expired.again')),
  })

/** Error page. `code` is the error's name in the OpenID specification, for support. */
export const problemPage = (context: PageContext, code: string) =>
  notice(context, {
    icon: alertIcon(20),
    tone: 'bad',
    title: context.t('problem.title'),
    text: context.t('problem.text', code),
    action: link(`${context.portalUrl}/`, context.t('expired.again')),
  })

export const notFoundPage = (context: PageContext) =>
  notice(context, {
    icon: alertIcon(20),
    title: context.t('notFound.title'),
    text: context.t('notFound.text'),
    action: link(`${context.portalUrl}/`, context.t('expired.again')),
  })

export const unavailablePage = (context: PageContext) =>
  notice(context, {
    icon: cloudOffIcon,
    tone: 'bad',
    title: context.t('unavailable.title'),
    text: context.t('unavailable.text'),
    action: link(context.path, context.t('unavailable.again')),
  })
