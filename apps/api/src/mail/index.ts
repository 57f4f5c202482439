export { MailModule } from './mail.module.js'
export { type AccountChange, type MailTemplate, type MailValues } from './mail-templates.js'
export { isMailAddress } from './printable.js'
export { MAX_ATTACHED_BYTES, type MailAttachment, Mailer, type MailOrder } from './mailer.js'
