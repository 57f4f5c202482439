export { MailModule } from './mail.module.js'
export { type MailTemplate, type MailValues } from './mail-templates.js'
export { MAX_ATTACHED_BYTES, type MailAttachment, Mailer, type MailOrder } from './mailer.js'
